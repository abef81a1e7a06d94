// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { asset } from '../core/assets.js';
import { t } from '../core/i18n.js';
import { Skeleton } from '../ui/feedback.js';

/** What the editor's own search says. */
const PHRASES = {
  Find: 'find', Replace: 'replace', next: 'next', previous: 'previous', all: 'all', 'match case': 'case', regexp: 'regexp', 'by word': 'word',
  replace: 'replace.one', 'replace all': 'replace.all', close: 'close', 'Go to line': 'line', go: 'go',
};

/**
 * A handle for what is in the editor: reading all of a long text with every key would be felt.
 *
 * @typedef {{text: () => string, markSaved: () => void, focus: () => void}} Handle
 */

/**
 * CodeMirror in a shadow root: its styles are adopted there, which the page's policy allows. Where it does not come, the
 * text is shown all the same.
 *
 * @param {{name: string, label: string, text: string, draft?: string, isMixed: boolean, isReadOnly: boolean, handle: {current: Handle | null},
 *   onChange: (isChanged: boolean) => void, onSave: () => void}} props `draft` was typed over the
 *   text before and not saved; `isMixed`: line endings are part of the text
 */
export function Editor({ name, label, text, draft, isMixed, isReadOnly, handle, onChange, onSave }) {
  const host = useRef(/** @type {any} */ (null));
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  const [stage, setStage] = useState(/** @type {'' | 'ready' | 'failed'} */ (''));
  useEffect(() => {
    /** @type {any} */
    let editor;
    let isWanted = true;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    mount().catch(() => isWanted && setStage('failed'));
    async function mount() {
      const cm = await import(asset('vendor/codemirror/index.js'));
      const language = cm.languages?.length ? cm.LanguageDescription?.matchFilename(cm.languages, name) : null;
      const support = await language?.load().catch(() => null);
      if (!isWanted) return;
      const theme = document.documentElement.dataset.theme;
      const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      const { EditorState, EditorView } = cm;
      const state = EditorState.create({
        doc: text,
        extensions: [
          cm.keymap.of([{ key: 'Mod-s', run: () => { handlers.current.onSave(); return true; } }]),
          cm.basicSetup, EditorView.lineWrapping,
          ...(isMixed ? [EditorState.lineSeparator.of('\n')] : []),
          cm.syntaxHighlighting(isDark ? cm.oneDarkHighlightStyle : readable(cm)),
          EditorState.readOnly.of(isReadOnly),
          EditorState.phrases.of(Object.fromEntries(Object.entries(PHRASES).map(([phrase, key]) => [phrase, t(`viewer.editor.${key}`)]))),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', tabindex: '0' }),
          EditorView.theme(THEME, { dark: isDark }),
          EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && handlers.current.onChange(!update.state.doc.eq(saved))),
          ...(support ? [support] : []),
        ],
      });
      let saved = state.doc;
      editor = new EditorView({ root, parent: root, state });
      handle.current = {
        text: () => editor.state.doc.toString(),
        markSaved: () => {
          saved = editor.state.doc;
        },
        focus: () => editor.focus(),
      };
      if (draft !== undefined) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: draft } });
      setStage('ready');
    }
    return () => {
      isWanted = false;
      handle.current = null;
      editor?.destroy();
    };
  }, [name, text, isReadOnly]);
  return html`${!stage && html`<div class="waiting"><${Skeleton} rows=${8} height=${28} /></div>`}
    ${stage === 'failed' && html`<pre class="text-plain" tabindex="0" aria-label=${label}>${text}</pre>`}
    <div class="editor" ref=${host} data-own="keys" hidden=${stage === 'failed'}></div>`;
}

/** What is too pale on our ground, by the editor's own colour of it. @type {Record<string, string>} */
const DARKER = { '#085': '#064', '#e40': '#b30', '#f00': '#c00' };

/** @param {any} cm */
function readable(cm) {
  return cm.HighlightStyle.define(cm.defaultHighlightStyle.specs.map((/** @type {any} */ one) => ({ ...one, color: DARKER[one.color] ?? one.color })));
}

/** Colours and measures of tokens.css, which reach into the shadow root. */
const THEME = {
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: 'var(--text-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--font-code)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--accent)', paddingBlock: '12px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--ink-soft)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--sunken), transparent 40%)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in oklab, var(--accent), transparent 75%)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--line-strong)', borderRadius: '4px', color: 'var(--ink)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', border: '1px solid var(--line-strong)', borderRadius: '4px', color: 'var(--ink)' },
};
