// @ts-check
import { html } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { Screen } from '../shell/screen.js';
import { Empty } from '../ui/feedback.js';

/**
 * A screen of the owner's; others who come by its address are told so.
 *
 * @param {{title: string, screen: any, [rest: string]: any}} props
 */
export function OwnerOnly({ title, screen, ...rest }) {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  if (isOwner) return html`<${screen} ...${rest} />`;
  return html`<${Screen} title=${title} under="/me"><${Empty} icon="lock-outline" title=${t('members.owner.only')} text=${t('storage.owner.text')}><a class="button" href="/">${t('missing.home')}</a><//><//>`;
}
