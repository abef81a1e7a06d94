// @ts-check
import { html } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { unlock } from '../core/unlock.js';
import { UploadButton } from '../transfers/entrance.js';
import { Button } from '../ui/button.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { ColumnHeads } from './column-heads.js';
import { EntryList } from './entry-list.js';
import { folderName } from './root-name.js';
import { sortBy, view } from './view.js';

/**
 * What lies in a folder, or what to do where nothing does.
 *
 * @param {{path: string, isLocked: boolean, spot: import('./place-of.js').FolderPlace, model: import('./list-model.js').ListModel,
 *   selection: import('./selection.js').Selection, actions: any, filter: string, onClearFilter: () => void, busy: Set<string>}} props
 */
export function FolderContent({ path, isLocked, spot, model, selection, actions, filter, onClearFilter, busy }) {
  const { layout, sort, order } = useAtom(view);
  const state = useAtom(model.state);
  const { count, error } = state;
  if (isLocked) {
    return html`<${Empty} icon="folder-lock" title=${t('locked.title')} text=${t('locked.text')}>
      <${Button} kind="primary" icon="lock-open-variant-outline" label=${t('unlock.open')} onClick=${() => unlock(rootOf(path) ?? 0, spot.rootName)} />
    <//>`;
  }
  if (error && count === undefined) {
    return html`<${Failure} error=${error} retry=${() => model.refresh()} />`;
  }
  if (count === undefined) return html`<div class="window-list ${layout}"><${Skeleton} rows=${8} height=${60} /></div>`;
  if (count === 0 && filter) {
    return html`<${Empty} icon="magnify" title=${t('filter.none', { text: visible(filter) })}><${Button} label=${t('filter.clear')} onClick=${onClearFilter} /><//>`;
  }
  if (count === 0) {
    return html`<${Empty} icon="folder-outline" title=${t('empty.title')} text=${t(!spot.write ? 'empty.read' : matchMedia('(hover: none)').matches ? 'empty.text.touch' : 'empty.text')}>
      ${spot.write && html`<${UploadButton} path=${path} isSpread />`}
    <//>`;
  }
  return html`<${EntryList}
    key=${`${layout} ${sort} ${order} ${filter}`}
    model=${model}
    count=${count}
    variant=${`${layout} ${sort} ${order} ${filter}`}
    layout=${layout}
    selection=${selection}
    label=${t('folder.list', { name: visible(folderName(path, spot.rootName)) })}
    actions=${actions}
    busy=${busy}
    header=${layout === 'list' && html`<${ColumnHeads} sort=${sort} order=${order} onSort=${sortBy} />`}
  />`;
}
