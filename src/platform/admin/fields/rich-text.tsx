import { lazy, Suspense } from 'react'
import { Skeleton } from '../parts.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'

/** The editor is the largest library of the back office, so only screens with rich text load it, after they are shown. */
const Editor = lazy(() => import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })))

/** Text with headings, lists, quotes and links. The value is HTML, which the server sanitises. */
export function RichText(field: FieldProps) {
  const { value, onChange } = useFieldValue<string>(field.name)
  return (
    <FieldFrame {...field} isGroup isWide>
      {(control) => (
        <Suspense fallback={<Skeleton width="100%" />}>
          <Editor label={field.label} describedBy={control['aria-describedby']} html={value} onChange={onChange} />
        </Suspense>
      )}
    </FieldFrame>
  )
}
