import { useEffect, useRef } from 'react';
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { nonce } from '../boot.ts';

export interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly disabled?: boolean;
}

/** Marks changes that come from outside, so that they are not told back. */
const fromOutside = Annotation.define<true>();

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--discovery)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: tags.number, color: 'var(--execution)' },
  { tag: [tags.bool, tags.null], color: 'var(--exposure)' },
  { tag: tags.invalid, color: 'var(--fault)' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--bg)', color: 'var(--text)', fontSize: 'var(--size-s)', minHeight: '120px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--faint)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--select) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--hover) !important', color: 'inherit !important' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)' },
  '.cm-diagnostic': { fontFamily: 'var(--font)' },
});

/** Whatever is pasted into an empty object, if it is an object itself, takes its place. */
function pasteWhole(event: ClipboardEvent, editor: EditorView): boolean {
  const pasted = event.clipboardData?.getData('text/plain').trim() ?? '';
  const empty = /^(\{\s*\})?$/.test(editor.state.doc.toString().trim());
  if (editor.state.readOnly || !empty || !pasted.startsWith('{') || !isJsonText(pasted)) return false;
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: pasted },
    selection: { anchor: pasted.length },
    userEvent: 'input.paste',
  });
  return true;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON editor with line numbers, folding and marks at syntax errors. Escape, then Tab leaves it. */
export default function CodeEditor({ label, text, onChange, disabled = false }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);
  const first = useRef(text);

  useEffect(() => {
    if (!host.current) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          json(),
          linter((state) => (state.state.doc.length === 0 ? [] : jsonParseLinter()(state)), { delay: 150 }),
          syntaxHighlighting(colours),
          look,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.lineWrapping,
          EditorState.readOnly.of(disabled),
          EditorView.domEventHandlers({ paste: pasteWhole }),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.some(
              (transaction) => transaction.annotation(fromOutside) === true,
            );
            if (update.docChanged && !own) tell.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, disabled]);

  useEffect(() => {
    first.current = text;
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      annotations: fromOutside.of(true),
    });
  }, [text]);

  return <div ref={host} />;
}
