import { type ComponentType, lazy, useState } from 'react'
import { useController } from 'react-hook-form'
import controls from '../controls.module.css'
import { FieldFrame, type FieldProps } from './field.tsx'
import styles from './rich-text.module.css'
import type { ToolProps } from './rich-text-editor.tsx'

const load = async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor })

/** Loaded with the first text, because the editor is larger than a screen. */
const Editor = lazy(load)

/** Starts to load the editor, which the form waits for, so that it is there with the stored text. */
export const preloadRichText = (): void => void load().catch(() => null)

type RichTextProps = FieldProps & { readonly Tool?: ComponentType<ToolProps> }

/** Formatted text as HTML. Elements without a button are kept, and can be edited in the HTML view. */
export function RichText({ name, label, hint, Tool }: RichTextProps) {
  const { field } = useController({ name })
  const [isHtml, setIsHtml] = useState(false)
  const value = String(field.value ?? '')
  return (
    <FieldFrame name={name} label={label} hint={hint} isWide isGroup>
      {() => (
        <>
          <div className={styles.views}>
            <button type="button" className={styles.view} aria-pressed={!isHtml} onClick={() => setIsHtml(false)}>
              Text
            </button>
            <button type="button" className={styles.view} aria-pressed={isHtml} onClick={() => setIsHtml(true)}>
              HTML
            </button>
          </div>
          {isHtml ? (
            <textarea
              className={`${controls.field} ${styles.html}`}
              aria-label={`${label} as HTML`}
              rows={18}
              spellCheck={false}
              value={value}
              onChange={(event) => field.onChange(event.target.value)}
              onBlur={field.onBlur}
            />
          ) : (
            <Editor label={label} value={value} onChange={field.onChange} onBlur={field.onBlur} Tool={Tool} />
          )}
        </>
      )}
    </FieldFrame>
  )
}
