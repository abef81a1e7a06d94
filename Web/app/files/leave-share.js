// @ts-check
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { confirm } from '../ui/dialog.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';

/**
 * Gives a folder back that somebody shared with me, after a question.
 *
 * @param {any} share
 */
export async function leaveShare(share) {
  const isSure = await confirm({ title: t('shared.leave.title', { name: visible(share.name) }), text: t('shared.leave.text'), action: t('shared.leave'), danger: true });
  if (!isSure) return;
  try {
    await call('DELETE', `/shares/${share.share_id}`);
    toast(t('shared.left'));
  } catch (error) {
    toastError(error);
  }
  nudge();
}
