import HearthAdmin

HearthCommand.main()
