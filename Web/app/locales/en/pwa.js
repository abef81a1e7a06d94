// @ts-check
export default {
  'about.licences': 'Licences',
  'about.missing': 'The notices are not installed with this app.',
  'about.own': 'Hearth is the drive of a family, on a machine of its own.',
  'about.text': 'This app contains libraries that others wrote. Thank you. Each is used under the licence that stands with it.',
  'receive.drop': 'Do not keep',
  'receive.failed': 'This was too much at once',
  'receive.failed.text': 'The browser could not take in what was shared. Share fewer files at a time, or upload them from the folder.',
  'receive.others': { one: 'and {n} more', other: 'and {n} more' },
};
