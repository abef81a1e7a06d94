// @ts-check
// What a file is by the extension of its name: which icon it gets and how it can be shown.

/** @typedef {'picture' | 'video' | 'audio' | 'pdf' | 'text' | 'document' | 'sheet' | 'slides' | 'archive' | 'file'} Kind */

/** @type {Record<Kind, string>} */
const EXTENSIONS = {
  picture: 'jpg jpeg png gif webp heic heif avif bmp tif tiff svg ico cr2 cr3 nef arw dng orf rw2 raf jxl jp2 psd',
  video: 'mp4 m4v mov webm mkv avi mpg mpeg wmv 3gp ts m2ts vob rm rmvb flv ogv',
  audio: 'mp3 m4a aac flac ogg oga opus wav wma aiff',
  pdf: 'pdf',
  text: 'txt md log csv tsv json xml yaml yml toml ini conf cfg html htm css js mjs ts jsx tsx py rb go rs c h cpp hpp cc java kt swift php sh bash zsh fish sql lua r pl tex srt vtt ics vcf diff patch gitignore env',
  document: 'doc docx odt rtf pages epub',
  sheet: 'xls xlsx ods numbers',
  slides: 'ppt pptx odp key',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso dmg',
  file: '',
};

/** @type {Map<string, Kind>} */
const byExtension = new Map();
for (const [kind, list] of Object.entries(EXTENSIONS)) {
  for (const extension of list.split(' ')) if (extension) byExtension.set(extension, /** @type {Kind} */ (kind));
}

/** @type {Record<Kind, string>} */
const ICONS = {
  picture: 'file-image-outline',
  video: 'file-video-outline',
  audio: 'file-music-outline',
  pdf: 'file-pdf-box',
  text: 'file-code-outline',
  document: 'file-word-outline',
  sheet: 'file-excel-outline',
  slides: 'file-powerpoint-outline',
  archive: 'archive-outline',
  file: 'file-outline',
};

/** @param {string} name */
export function extensionOf(name) {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * @param {string} name
 * @returns {Kind}
 */
export function kindOf(name) {
  const extension = extensionOf(name);
  if (extension === 'txt' || extension === 'md' || extension === 'log') return 'text';
  return byExtension.get(extension) ?? 'file';
}

/** @param {{type: number, name: string, is_encrypt?: number}} entry */
export function iconOf(entry) {
  if (entry.type === 0) return entry.is_encrypt ? 'folder-lock' : 'folder';
  return ICONS[kindOf(entry.name)];
}

/** @param {{type: number, name: string}} entry */
export function toneOf(entry) {
  return entry.type === 0 ? 'folder' : kindOf(entry.name);
}
