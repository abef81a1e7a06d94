// @ts-check
// What somebody typed and nobody saved, when its editor was taken away: the file is gone, the folder, or the session.
import { html } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { onSession, session } from '../core/session.js';
import { Button } from '../ui/button.js';
import { visible } from '../ui/name.js';

/**
 * @typedef {{path: string, name: string, text: string, bytes: Blob, etag: string, user: number}} Draft `path` percent-encoded;
 *   `bytes` is the text as the file would be; `etag` of what it was written upon
 */

const drafts = new Atom(/** @type {Draft[]} */ ([]));

/** @param {Omit<Draft, 'user'>} draft */
export function keepDraft(draft) {
  drafts.update((all) => [...all.filter((one) => one.path !== draft.path), { ...draft, user: lastUser }]);
}

/**
 * What was typed into a file before; it is the editor's again.
 *
 * @param {string} path
 * @returns {Draft | undefined}
 */
export function takeDraft(path) {
  const found = drafts.value.find((one) => one.path === path && one.user === lastUser);
  if (found) drop(found);
  return found;
}

/** @param {Draft} draft */
function drop(draft) {
  drafts.update((all) => all.filter((one) => one !== draft));
}

/** Whose drafts they are: a session that ended by itself is known after its end as well. */
let lastUser = session.value?.user.user_id ?? 0;
onSession((next) => {
  if (!next) return;
  if (next.user.user_id !== lastUser) drafts.set([]);
  lastUser = next.user.user_id;
});

addEventListener('beforeunload', (event) => {
  if (drafts.value.length > 0) event.preventDefault();
});

/** @param {Draft} draft */
function download(draft) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(draft.bytes);
  link.download = draft.name;
  link.dataset.native = '';
  link.click();
  // The browser has taken it over by the next turn at the latest.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  drop(draft);
}

/** Offers what was not saved, one line for each file. */
export function Drafts() {
  const all = useAtom(drafts);
  const signedIn = useAtom(session);
  const own = signedIn ? all.filter((one) => one.user === signedIn.user.user_id) : [];
  return own.map((one) => html`<div class="banner" role="alert" key=${one.path}>
    <span class="grow">${t('drafts.text', { name: visible(one.name) })}</span>
    <${Button} label=${t('drafts.download')} onClick=${() => download(one)} />
    <${Button} label=${t('drafts.drop')} kind="plain" onClick=${() => drop(one)} />
  </div>`);
}
