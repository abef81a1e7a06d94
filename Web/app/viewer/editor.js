// @ts-check
import { html, useEffect, useRef } from '../lib.js';
import { asset } from '../core/assets.js';

/**
 * CodeMirror in a shadow root: its styles are adopted there, which the page's policy allows.
 *
 * @param {{name: string, label: string, text: string, isReadOnly: boolean, onChange: (text: string) => void, onSave: () => void}} props
 */
export function Editor({ name, label, text, isReadOnly, onChange, onSave }) {
  const host = useRef(/** @type {any} */ (null));
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  useEffect(() => {
    /** @type {any} */
    let editor;
    let isWanted = true;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    import(asset('vendor/codemirror/index.js')).then(async (cm) => {
      if (!isWanted) return;
      const language = cm.languages?.length ? cm.LanguageDescription?.matchFilename(cm.languages, name) : null;
      const support = await language?.load().catch(() => null);
      if (!isWanted) return;
      const dark = matchMedia('(prefers-color-scheme: dark)').matches || document.documentElement.dataset.theme === 'dark';
      editor = new cm.EditorView({
        root,
        parent: root,
        state: cm.EditorState.create({
          doc: text,
          extensions: [
            cm.keymap.of([{ key: 'Mod-s', run: () => { handlers.current.onSave(); return true; } }]),
            cm.basicSetup, cm.EditorView.lineWrapping,
            ...(dark ? [cm.syntaxHighlighting(cm.oneDarkHighlightStyle)] : []),
            cm.EditorState.readOnly.of(isReadOnly),
            cm.EditorView.contentAttributes.of({ 'aria-label': label }),
            cm.EditorView.theme({ '&': { height: '100%', fontSize: '14px' }, '.cm-scroller': { overflow: 'auto' }, '.cm-gutters': { background: 'transparent', border: '0' } }, { dark }),
            cm.EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && handlers.current.onChange(update.state.doc.toString())),
            ...(support ? [support] : []),
          ],
        }),
      });
    });
    return () => {
      isWanted = false;
      editor?.destroy();
    };
  }, [name, isReadOnly]);
  return html`<div class="editor" ref=${host}></div>`;
}
