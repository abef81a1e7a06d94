// @ts-check
// What nobody needs for a first list, in one piece: screens that are opened now and then, and what shows files. Each by itself
// would cut what it shares with the app into more files than the first list may ask for.
export { AuthPan } from './people/auth-pan.js';
export { Invitation } from './people/invitation.js';
export { Members } from './people/members.js';
export { SetUp } from './people/set-up.js';
export { AboutPage } from './pwa/about.js';
export { Receive } from './pwa/receive.js';
export { Folders } from './storage/folders.js';
export { Pool } from './storage/pool.js';
export { Settings } from './storage/settings.js';
export { Storage } from './storage/storage.js';
export { Tasks } from './storage/tasks.js';
export { Frame } from './viewer/frame.js';
export { Pdf } from './viewer/pdf.js';
export { Text } from './viewer/text.js';
