// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { MenuButton } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { Tabs } from '../ui/tabs.js';
import { toast, toastError } from '../ui/toast.js';
import { FolderCard } from './folder-card.js';
import { initial, rightsText } from './share.js';

/** What others share with me, and what I share. */
export function Shared() {
  const [tab, setTab] = useState('received');
  return html`<${Screen} title=${t('nav.shared')}>
    <${Tabs} label=${t('nav.shared')} value=${tab} onChange=${setTab} tabs=${[{ value: 'received', label: t('shared.received') }, { value: 'given', label: t('shared.given') }]} />
    <div role="tabpanel" aria-label=${t(`shared.${tab}`)} class="tab-panel">${tab === 'received' ? html`<${Received} />` : html`<${Given} />`}</div>
  <//>`;
}

function Received() {
  const shares = useLoaded((signal) => call('GET', '/shares', { signal }), []);
  const leave = async (/** @type {any} */ share) => {
    const isSure = await confirm({ title: t('shared.leave.title', { name: visible(share.name) }), text: t('shared.leave.text'), action: t('shared.leave'), danger: true });
    if (!isSure) return;
    try {
      await call('DELETE', `/shares/${share.share_id}`);
      shares.reload();
      toast(t('shared.left'));
    } catch (error) {
      toastError(error);
    }
  };
  const list = (shares.value?.list ?? []).filter((/** @type {any} */ one) => one.read);
  if (shares.error && !shares.value) return html`<${Failure} error=${shares.error} retry=${shares.reload} />`;
  if (!shares.value) return html`<${Skeleton} height=${88} rows=${3} />`;
  if (list.length === 0) return html`<${Empty} icon="account-multiple-outline" title=${t('shared.empty')} text=${t('shared.empty.text')} />`;
  return html`<ul class="cards">${list.map((/** @type {any} */ one) => html`<li key=${one.id}>
    <${FolderCard}
      folder=${one}
      subtitle=${one.is_family_path ? t('shared.family') : one.from_user ? t('shared.from', { name: one.from_user }) : t('shared.managed')}
      action=${one.share_id > 0 && html`<${MenuButton} title=${visible(one.name)} items=${() => [{ label: t('shared.leave'), icon: 'logout', danger: true, action: () => leave(one) }]} />`}
    />
  </li>`)}</ul>`;
}

function Given() {
  const shares = useLoaded((signal) => call('GET', '/shares/given', { signal }), []);
  const end = async (/** @type {any} */ share) => {
    try {
      await call('DELETE', `/shares/${share.id}`);
      shares.reload();
    } catch (error) {
      toastError(error);
    }
  };
  const list = shares.value?.list ?? [];
  if (shares.error && !shares.value) return html`<${Failure} error=${shares.error} retry=${shares.reload} />`;
  if (!shares.value) return html`<${Skeleton} />`;
  if (list.length === 0) return html`<${Empty} icon="share-variant-outline" title=${t('given.empty')} text=${t('given.empty.text')} />`;
  return html`<ul class="list-plain">${list.map((/** @type {any} */ one) => html`<li key=${one.id}>
    <span class="avatar" aria-hidden="true">${initial(one.to_user.nickname)}</span>
    <span class="grow"><a href=${`/folder${one.href ?? one.path}`} dir="auto">${visible(one.name)}</a><br />
      <span class="soft small">${t('given.to', { name: one.to_user.nickname })} · ${rightsText(one)}</span></span>
    <${Button} kind="plain" label=${t('share.end')} onClick=${() => end(one)} />
  </li>`)}</ul>`;
}
