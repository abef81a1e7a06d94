// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { parentOf } from '../core/path.js';
import { Screen } from '../shell/screen.js';
import { Empty } from '../ui/feedback.js';

/**
 * In place of a folder that is not there any more, or not for this person: nothing can be done in it, and there is a way
 * out. The list goes on looking: should the folder come back, so does it.
 *
 * @param {{path: string, isShared: boolean, error: import('../core/api.js').ApiError}} props `path` percent-encoded
 */
export function Gone({ path, isShared, error }) {
  const parent = parentOf(path);
  const home = isShared ? '/shared' : '/';
  const isThere = error.status === 403;
  const title = t(isThere ? 'gone.denied' : 'gone.title');
  return html`<${Screen} title=${title} backTo=${parent ? `/folder${parent}` : home}>
    <div role="alert">
      <${Empty} icon=${isThere ? 'folder-lock' : 'folder-outline'} title=${title} text=${t(isThere ? 'gone.denied.text' : 'gone.text')}>
        ${parent && !isThere && html`<a class="button primary" href=${`/folder${parent}`}>${t('gone.up')}</a>`}
        <a class="button" href=${home}>${t(isShared ? 'nav.shared' : 'missing.home')}</a>
      <//>
    </div>
  <//>`;
}
