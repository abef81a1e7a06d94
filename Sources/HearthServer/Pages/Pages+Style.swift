/// How the pages look that are not the web app's own: the same measures and colours (`Web/styles/tokens.css`), without
/// its files, since these pages are there before the app, without script, and for devices that trust nothing yet.
extension Pages {
    /// The mark (`Web/images/icon.svg`): in the pages, and as their icon.
    static let mark: StaticString = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" aria-hidden="true">\
        <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">\
        <stop stop-color="#cc5a20"/><stop offset="1" stop-color="#a83b0a"/></linearGradient></defs><rect width="64" height="64" rx="15" fill="url(#g)"/>\
        <path d="M13.5 31.5 32 15l18.5 16.5V47a3 3 0 0 1-3 3h-31a3 3 0 0 1-3-3z"\
         fill="#fff" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>\
        <path d="M32.300 23.5c.9 5.800 7.900 8.200 7.900 15.400a8.200 8.200 0 0 1-16.400 0c0-4 2.400-5.700 3-9 1.900.9 2.600 2.300 2.800 3.900 1.900-2.300 2.800-6.5 2.700-10.300z"\
         fill="#b4430f"/></svg>
        """

    static let style: StaticString = """
        :root {
          color-scheme: light dark;
          --ground: light-dark(#faf8f6, #161311);
          --surface: light-dark(#ffffff, #1f1b18);
          --sunken: light-dark(#f2eeea, #100e0c);
          --line: light-dark(#e6dfd8, #38312c);
          --line-strong: light-dark(#8d8075, #8a7d72);
          --ink: light-dark(#221c17, #f4eee8);
          --ink-soft: light-dark(#62574d, #b8aca0);
          --accent: light-dark(#b4430f, #ff9a63);
          --accent-ground: light-dark(#fbece3, #3a2315);
          --accent-strong: light-dark(#93360b, #ffb48a);
          --on-accent: light-dark(#ffffff, #2b1205);
          --shadow: 0 1px 2px light-dark(rgb(60 40 20 / 8%), rgb(0 0 0 / 40%)), 0 8px 24px light-dark(rgb(60 40 20 / 10%), rgb(0 0 0 / 45%));
          --danger: light-dark(#b3261e, #ff8f86);
          --danger-ground: light-dark(#fcebe9, #3d1b18);
        }
        *, *::before, *::after { box-sizing: border-box; }
        html { height: 100%; -webkit-text-size-adjust: 100%; }
        body {
          display: grid; place-items: center; min-height: 100%; margin: 0; padding: 24px 16px;
          background: radial-gradient(120% 64% at 50% 0, var(--accent-ground), transparent) no-repeat var(--ground); color: var(--ink); overflow-wrap: anywhere;
          font: 400 0.9375rem / 1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif;
        }
        main { width: min(440px, 100%); padding: 32px 24px; border-radius: 16px; background: var(--surface); box-shadow: var(--shadow); }
        main.wide { width: min(640px, 100%); }
        .brand { display: flex; flex-direction: column; align-items: center; gap: 12px; margin: 0 0 24px; font-size: 1.375rem; font-weight: 700; }
        .brand svg { width: 64px; height: 64px; flex: none; }
        h1 { margin: 0 0 16px; font-size: 1.375rem; font-weight: 650; line-height: 1.25; text-align: center; text-wrap: balance; }
        h2 { margin: 32px 0 8px; font-size: 1.0625rem; font-weight: 650; }
        p { margin: 0 0 12px; }
        ol { margin: 0; padding: 0 0 0 20px; }
        li { margin: 0 0 8px; }
        a { color: var(--accent); }
        [lang] [lang], p[lang] { color: var(--ink-soft); }
        label [lang], button [lang], .button [lang] { color: inherit; }
        code { font: 0.875em / 1.4 ui-monospace, 'SF Mono', 'Cascadia Code', 'Noto Sans Mono', monospace; padding: 1px 4px; border-radius: 4px; background: var(--sunken); }
        .facts { display: grid; gap: 8px; margin: 0 0 16px; padding: 16px; border-radius: 8px; background: var(--sunken); }
        .facts div { display: grid; grid-template-columns: 96px 1fr; gap: 12px; }
        .facts dt { color: var(--ink-soft); }
        .facts dd { margin: 0; font-weight: 600; unicode-bidi: isolate; }
        .code { padding: 12px; border-radius: 8px; background: var(--sunken); text-align: center; letter-spacing: 0.12em; font: 600 1.375rem / 1.4 ui-monospace, 'SF Mono', 'Cascadia Code', 'Noto Sans Mono', monospace; }
        form { margin: 20px 0 0; }
        label { display: block; margin: 0 0 16px; font-size: 0.8125rem; font-weight: 550; }
        input {
          display: block; width: 100%; min-height: 44px; margin: 4px 0 0; padding: 8px 12px; border: 1px solid var(--line-strong);
          border-radius: 8px; background: var(--surface); color: inherit; font: 400 0.9375rem / 1.5 inherit; font-family: inherit; font-size: 0.9375rem;
        }
        button, a.button {
          display: block; width: 100%; min-height: 44px; padding: 8px 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent);
          font: inherit; font-weight: 550; text-align: center; text-decoration: none; cursor: pointer;
        }
        button:hover, a.button:hover { background: var(--accent-strong); }
        button.quiet { margin: 8px 0 0; background: var(--sunken); color: var(--ink); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .alert { padding: 12px 16px; border-radius: 8px; background: var(--danger-ground); color: var(--danger); }
        .end { margin: 32px 0 0; }

        """
}
