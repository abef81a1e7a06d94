/// The texts of the pages; plain files of the browser's kind, kept in the binary so that there is one file to run.
enum Pages {
    static let landing: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Hearth</title>
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="/favicon.ico" type="image/svg+xml">
        <link rel="stylesheet" href="/hearth.css">
        <main>
        <h1>Hearth</h1>
        <p>This is a family's own cloud drive. It is running.</p>
        <p>The files of its web app are missing on this machine, so there is nothing to click here. Whoever looks after the
        drive finds them in the release (<code>share/hearth/web</code>) or makes them with <code>scripts/build-web</code>.
        Programs and phones go on using the drive through its API under <code>/api/v1</code>.</p>
        <p lang="zh">这是一个家庭自己的云盘，服务正在运行，但本机缺少网页版的文件。管理员可以从发布包（<code>share/hearth/web</code>）中获取，
        或运行 <code>scripts/build-web</code> 生成。程序和手机客户端仍可通过 <code>/api/v1</code> 接口使用。</p>
        </main>
        <script src="/landing.js"></script>
        </html>

        """

    static let setup: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Set up Hearth</title>
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="/favicon.ico" type="image/svg+xml">
        <link rel="stylesheet" href="/hearth.css">
        <main>
        <h1>Set up Hearth</h1>
        <p>Choose the name and the password of the person who owns this drive.
        <span lang="zh">请设置此云盘所有者的用户名和密码。</span></p>
        <form id="setup">
        <label>Name · <span lang="zh">用户名</span>
        <input name="account_name" autocomplete="username" required maxlength="64"></label>
        <label>Password · <span lang="zh">密码</span>
        <input name="password" type="password" autocomplete="new-password" required minlength="6"></label>
        <label>Password again · <span lang="zh">再次输入密码</span>
        <input name="again" type="password" autocomplete="new-password" required minlength="6"></label>
        <button>Create · <span lang="zh">创建</span></button>
        </form>
        <p id="message" role="status"></p>
        </main>
        <script src="/setup.js"></script>
        </html>

        """

    static let setupScript: StaticString = """
        'use strict';
        const form = document.getElementById('setup');
        const message = document.getElementById('message');
        form.addEventListener('submit', async (event) => {
          event.preventDefault();
          const fields = new FormData(form);
          if (fields.get('password') !== fields.get('again')) {
            message.textContent = 'The two passwords differ. 两次输入的密码不一致。';
            return;
          }
          try {
            const reply = await fetch('/api/v1/setup', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'Accept-Language': navigator.language },
              body: JSON.stringify({
                token: location.hash.slice(1),
                account_name: fields.get('account_name'),
                password: fields.get('password'),
                client: 'set-up page',
              }),
            });
            const envelope = await reply.json();
            if (envelope.status === 0) {
              form.hidden = true;
              history.replaceState(null, '', '/setup');
              message.textContent = 'Done. You can sign in now. 设置完成，现在可以登录。';
            } else {
              message.textContent = envelope.reason;
            }
          } catch {
            message.textContent = 'The drive did not answer. 云盘没有响应。';
          }
        });

        """
}
