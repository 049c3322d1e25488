import type { Editor } from '@tiptap/react'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import controls from '../controls.module.css'
import { Button } from '../parts.tsx'
import { MediaButton } from './media-picker.tsx'
import { cleanPasted } from './pasted-html.ts'
import styles from './rich-text.module.css'
import { contentOf, figureHtml, htmlOf, richTextExtensions } from './rich-text-html.ts'

type EditorProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur: () => void
  readonly Tool: ComponentType<ToolProps> | undefined
}

/** A button that a room adds to the toolbar. */
export type ToolProps = { readonly editor: Editor; readonly className: string | undefined }

export function RichTextEditor({ label, value, onChange, onBlur, Tool }: EditorProps) {
  /** The last value from this editor; a different one was set from outside, such as the saved text. */
  const lastValue = useRef(value)
  const [content] = useState(() => contentOf(value))
  const editor = useEditor({
    extensions: richTextExtensions,
    content,
    // The page's Content-Security-Policy blocks injected styles, so they are in the style sheet.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPasted,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: styles.text ?? '' },
    },
    onUpdate: ({ editor: changed }) => {
      lastValue.current = htmlOf(changed.getHTML())
      onChange(lastValue.current)
    },
    onBlur,
  })
  useEffect(() => {
    if (value === lastValue.current) return
    lastValue.current = value
    editor.commands.setContent(contentOf(value), { emitUpdate: false })
  }, [editor, value])
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} label={label} Tool={Tool} />
      <EditorContent editor={editor} className={styles.content} />
    </div>
  )
}

type Button = { readonly label: string; readonly sign: string; readonly isOn?: boolean; readonly run: () => unknown }

type ToolbarProps = Pick<EditorProps, 'label' | 'Tool'> & { readonly editor: Editor }

function Toolbar({ editor, label, Tool }: ToolbarProps) {
  const [isLinking, setIsLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      heading: current.isActive('heading', { level: 2 }),
      subheading: current.isActive('heading', { level: 3 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      quote: current.isActive('blockquote'),
      link: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const buttons: readonly Button[] = [
    { label: 'Bold', sign: 'B', isOn: on.bold, run: () => chain().toggleBold().run() },
    { label: 'Italic', sign: 'I', isOn: on.italic, run: () => chain().toggleItalic().run() },
    { label: 'Heading', sign: 'H2', isOn: on.heading, run: () => chain().toggleHeading({ level: 2 }).run() },
    { label: 'Subheading', sign: 'H3', isOn: on.subheading, run: () => chain().toggleHeading({ level: 3 }).run() },
    { label: 'List', sign: '•', isOn: on.bullets, run: () => chain().toggleBulletList().run() },
    { label: 'Numbered list', sign: '1.', isOn: on.numbers, run: () => chain().toggleOrderedList().run() },
    { label: 'Quotation', sign: '”', isOn: on.quote, run: () => chain().toggleBlockquote().run() },
    { label: 'Link', sign: 'Link', isOn: on.link, run: () => setIsLinking(!isLinking) },
  ]
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={`Formatting of ${label}`}>
        {buttons.map((button) => (
          <button
            key={button.label}
            type="button"
            className={styles.tool}
            aria-label={button.label}
            title={button.label}
            aria-pressed={button.isOn}
            onClick={button.run}
          >
            {button.sign}
          </button>
        ))}
        <MediaButton
          label="Picture"
          className={styles.tool}
          onPick={(item) =>
            chain()
              .insertContent({ type: 'preservedHtml', attrs: { html: figureHtml(item) } })
              .run()
          }
        />
        {Tool && <Tool editor={editor} className={styles.tool} />}
        <button type="button" className={styles.tool} disabled={!on.canUndo} onClick={() => chain().undo().run()}>
          Undo
        </button>
        <button type="button" className={styles.tool} disabled={!on.canRedo} onClick={() => chain().redo().run()}>
          Redo
        </button>
      </div>
      {isLinking && <LinkField editor={editor} onDone={() => setIsLinking(false)} />}
    </>
  )
}

/** The URL of the selected link; empty removes the link. */
function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''))
  const apply = (event?: FormEvent) => {
    event?.preventDefault()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href.trim() === '') chain.unsetLink().run()
    else chain.setLink({ href: href.trim() }).run()
    onDone()
  }
  return (
    <div className={styles.link}>
      <input
        type="text"
        className={controls.field}
        aria-label="Address of the link"
        placeholder="/shop/ or https://…"
        value={href}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(event)
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button label="Set link" onClick={() => apply()} />
    </div>
  )
}
