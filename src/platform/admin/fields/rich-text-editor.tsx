import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import styles from './rich-text.module.css'

type RichTextEditorProps = {
  readonly label: string
  readonly describedBy: string | undefined
  readonly html: string
  readonly onChange: (html: string) => void
}

const extensions = [StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: { openOnClick: false } })]

export function RichTextEditor({ label, describedBy, html, onChange }: RichTextEditorProps) {
  const editor = useEditor({
    extensions,
    content: html,
    // The policy of the page refuses style elements made by scripts.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: styles.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  useEffect(() => {
    // Discarded changes, a restored revision: the value changed outside of the editor.
    const shown = editor.isEmpty ? '' : editor.getHTML()
    if (html !== shown && !editor.isFocused) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

type Command = {
  readonly label: string
  readonly text: string
  readonly isOn?: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const commands: readonly Command[] = [
  { label: 'Bold', text: 'B', isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
  { label: 'Italic', text: 'I', isOn: (e) => e.isActive('italic'), run: (e) => e.chain().focus().toggleItalic().run() },
  ...([2, 3] as const).map((level) => ({
    label: `Heading ${level}`,
    text: `H${level}`,
    isOn: (editor: Editor) => editor.isActive('heading', { level }),
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level }).run(),
  })),
  {
    label: 'Bulleted list',
    text: '• List',
    isOn: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    text: '1. List',
    isOn: (e) => e.isActive('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    text: '“ ”',
    isOn: (e) => e.isActive('blockquote'),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { label: 'Link', text: 'Link', isOn: (e) => e.isActive('link'), run: editLink },
  { label: 'Undo', text: '↶', run: (e) => e.chain().focus().undo().run() },
  { label: 'Redo', text: '↷', run: (e) => e.chain().focus().redo().run() },
]

/** An empty address removes the link. */
function editLink(editor: Editor): void {
  const current: unknown = editor.getAttributes('link')['href']
  const href = prompt('Address of the link', typeof current === 'string' ? current : 'https://')
  if (href === null) return
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href.trim() === '') chain.unsetLink().run()
  else chain.setLink({ href: href.trim() }).run()
}

function Toolbar({ editor }: { editor: Editor }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) => commands.map((command) => command.isOn?.(current)),
  })
  return (
    <div className={styles.tools} role="group" aria-label="Format">
      {commands.map((command, index) => (
        <button
          key={command.label}
          type="button"
          title={command.label}
          aria-label={command.label}
          aria-pressed={states[index]}
          onClick={() => command.run(editor)}
        >
          {command.text}
        </button>
      ))}
    </div>
  )
}
