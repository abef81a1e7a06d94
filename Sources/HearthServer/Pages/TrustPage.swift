/// The page that helps a device trust the home's own certificate; without script, it must work everywhere.
enum TrustPage {
    /// The page.
    ///
    /// - Parameters:
    ///   - material: what is to be trusted.
    ///   - drive: the drive's address with TLS, ending with a slash.
    /// - Returns: HTML.
    static func text(_ material: TrustMaterial, drive: String) -> String {
        let name = Markup.escaped(material.name)
        return head("Trust this drive · 信任此云盘") + """
            <p>This family's drive has a certificate of its own. Install it once on each device, and apps and browsers connect
            without a warning. It can vouch for names at home only, not for other web sites.</p>
            <p lang="zh">本家庭云盘使用自己的证书。在每台设备上安装一次，应用和浏览器就不会再提示不安全。它只能用于家中的名称，不能冒充其他网站。</p>
            <p><b>Compare first.</b> <code>hearth tls show</code> on the drive's machine prints the same two lines:
            <span lang="zh">请先核对：在云盘所在的机器上运行 <code>hearth tls show</code>，会显示同样的两行：</span></p>
            <p>Certificate authority · <span lang="zh">根证书</span> ‘\(name)’<br><code>\(material.authorityFingerprint)</code></p>
            <p>Server's key · <span lang="zh">服务器密钥</span><br><code>\(material.keyFingerprint)</code></p>

            <h2>iPhone, iPad</h2>
            <ol>
            <li>In Safari, open <a href="/trust/hearth.mobileconfig">hearth.mobileconfig</a> and allow the download.
            <span lang="zh">用 Safari 打开左侧链接，并允许下载描述文件。</span></li>
            <li>Settings › Profile Downloaded › Install. <span lang="zh">设置 › 已下载描述文件 › 安装。</span></li>
            <li>Settings › General › About › Certificate Trust Settings: switch ‘\(name)’ on.
            <span lang="zh">设置 › 通用 › 关于本机 › 证书信任设置：打开该证书。</span></li>
            </ol>
            <h2>Mac</h2>
            <ol>
            <li>Open <a href="/trust/hearth-ca.crt">hearth-ca.crt</a>; Keychain Access takes it into ‘login’.
            <span lang="zh">下载并打开，在“钥匙串访问”中添加到“登录”。</span></li>
            <li>Double-click it there, open Trust, choose Always Trust. <span lang="zh">双击该证书，在“信任”中选择“始终信任”。</span></li>
            </ol>
            <h2>Android</h2>
            <ol>
            <li>Download <a href="/trust/hearth-ca.crt">hearth-ca.crt</a>. <span lang="zh">下载证书。</span></li>
            <li>Settings › Security › More › Encryption &amp; credentials › Install a certificate › CA certificate.
            <span lang="zh">设置 › 安全 › 更多 › 加密与凭据 › 安装证书 › CA 证书。</span></li>
            </ol>
            <h2>Windows</h2>
            <ol>
            <li>Open <a href="/trust/hearth-ca.crt">hearth-ca.crt</a>, Install Certificate, Current User.
            <span lang="zh">打开证书，点击“安装证书”，选择“当前用户”。</span></li>
            <li>Place it in ‘Trusted Root Certification Authorities’. <span lang="zh">放入“受信任的根证书颁发机构”。</span></li>
            </ol>
            <h2>Linux</h2>
            <ol>
            <li>Save <a href="/trust/hearth-ca.pem">hearth-ca.pem</a> as <code>/usr/local/share/ca-certificates/hearth-ca.crt</code>
            and run <code>sudo update-ca-certificates</code>. <span lang="zh">保存到该位置并运行命令。</span></li>
            <li>Firefox has a list of its own, on every system: Settings › Privacy &amp; Security › View Certificates › Authorities › Import.
            <span lang="zh">Firefox 使用自己的列表：设置 › 隐私与安全 › 查看证书 › 证书颁发机构 › 导入。</span></li>
            </ol>
            <p class="end"><a class="button" href="\(Markup.escaped(drive))">Then open the drive · <span lang="zh">完成后打开云盘</span></a></p>
            </main>
            </html>

            """
    }

    /// What stands there without such a certificate.
    static let nothing =
        head("Nothing to trust here · 无需信任") + """
            <p>This drive has no certificate of its own. <code>hearth tls init</code> on its machine makes one; a certificate that
            its owner brought is trusted without this page.</p>
            <p lang="zh">此云盘没有自己的证书。在其机器上运行 <code>hearth tls init</code> 即可生成；如果所有者使用了其他证书，则无需此页面。</p>
            </main>
            </html>

            """

    private static func head(_ title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml">
        <link rel="stylesheet" href="/hearth.css">
        <main class="wide">
        <p class="brand">\(Pages.mark)Hearth</p>
        <h1>\(title)</h1>

        """
    }
}
