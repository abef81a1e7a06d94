/// The page behind an invitation's link, until the web app takes `#/invite/…` over.
extension Pages {
    static let invite: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Join Hearth</title>
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="/favicon.ico" type="image/svg+xml">
        <link rel="stylesheet" href="/hearth.css">
        <main>
        <h1>Join Hearth</h1>
        <p id="message" role="status">One moment. <span lang="zh">请稍候。</span></p>
        <noscript><p>This page needs JavaScript. <span lang="zh">此页面需要 JavaScript。</span></p></noscript>
        <form id="invite" hidden>
        <p>Choose the name and the password with which you will sign in.
        <span lang="zh">请设置您登录用的用户名和密码。</span></p>
        <label>Name · <span lang="zh">用户名</span>
        <input name="account_name" autocomplete="username" required maxlength="64"></label>
        <label>What others see · <span lang="zh">昵称</span>
        <input name="nickname" autocomplete="nickname" maxlength="64"></label>
        <label>Password · <span lang="zh">密码</span>
        <input name="password" type="password" autocomplete="new-password" required minlength="6"></label>
        <label>Password again · <span lang="zh">再次输入密码</span>
        <input name="again" type="password" autocomplete="new-password" required minlength="6"></label>
        <button>Join · <span lang="zh">加入</span></button>
        </form>
        </main>
        <script src="/invite.js"></script>
        </html>

        """

    static let inviteScript: StaticString = """
        'use strict';
        const form = document.getElementById('invite');
        const message = document.getElementById('message');
        const code = location.hash.slice(1);

        const post = async (path, body) => {
          const reply = await fetch('/api/v1/invitations/' + path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Accept-Language': navigator.language },
            body: JSON.stringify(body),
          });
          return reply.json();
        };

        const attempt = async (work) => {
          try {
            await work();
          } catch {
            message.textContent = 'The drive did not answer. 云盘没有响应。';
          }
        };

        attempt(async () => {
          const envelope = await post('check', { code });
          if (envelope.status !== 0) {
            message.textContent = envelope.reason;
            return;
          }
          const { area_name: area, invited_by: inviter, nickname } = envelope.data;
          message.textContent = `${inviter} invites you to “${area}”. ${inviter} 邀请您加入“${area}”。`;
          form.elements.nickname.value = nickname;
          form.hidden = false;
        });

        form.addEventListener('submit', (event) => {
          event.preventDefault();
          const fields = new FormData(form);
          if (fields.get('password') !== fields.get('again')) {
            message.textContent = 'The two passwords differ. 两次输入的密码不一致。';
            return;
          }
          attempt(async () => {
            const envelope = await post('accept', {
              code,
              account_name: fields.get('account_name'),
              nickname: fields.get('nickname'),
              password: fields.get('password'),
              client: 'invitation page',
            });
            if (envelope.status === 0) {
              form.hidden = true;
              history.replaceState(null, '', '/invite');
              message.textContent = 'Welcome. You can sign in now. 欢迎加入，现在可以登录。';
            } else {
              message.textContent = envelope.reason;
            }
          });
        });

        """

    /// Sends the invited on: the link names the place that the web app will have.
    static let landingScript: StaticString = """
        'use strict';
        const forward = () => {
          const [, page, code] = location.hash.split('/');
          if (page === 'invite' && code) location.replace('/invite#' + code);
        };
        forward();
        addEventListener('hashchange', forward);

        """
}
