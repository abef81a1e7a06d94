// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { spaceOf } from '../storage/names.js';
import { CapacityBar } from '../ui/charts.js';
import { NARROW, useMedia } from '../ui/media.js';

/** How full the drive is; only its owner may know. */
export function SpaceBar() {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  const isHidden = useMedia(NARROW);
  return isOwner && !isHidden && html`<${OwnersBar} />`;
}

function OwnersBar() {
  const pools = useLoaded((signal) => call('GET', '/pools', { signal }), []);
  const list = pools.value?.list ?? [];
  const { used, total } = spaceOf(list);
  if (!(total > 0)) return null;
  return html`<${CapacityBar} used=${used} total=${total} label=${t('nav.storage')} />`;
}
