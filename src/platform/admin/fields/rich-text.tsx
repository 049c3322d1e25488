import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useController } from 'react-hook-form'
import controls from '../controls.module.css'
import { Skeleton } from '../parts.tsx'
import { FieldFrame, type FieldProps } from './field.tsx'
import styles from './rich-text.module.css'
import type { ToolProps } from './rich-text-editor.tsx'

/** Loaded with the first text, because the editor is larger than a screen. */
const Editor = lazy(() => import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })))

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
            <Suspense fallback={<Skeleton width="100%" />}>
              <Editor label={label} value={value} onChange={field.onChange} onBlur={field.onBlur} Tool={Tool} />
            </Suspense>
          )}
        </>
      )}
    </FieldFrame>
  )
}
