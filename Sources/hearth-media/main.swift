import HearthMediaDecoder

MediaChild.main()
