import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { usePreview } from '../../../platform/admin/fields/use-preview.ts'
import { Button, ErrorState, Skeleton } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { FormProblem } from '../editing/form-problems.ts'
import type { FormPreviewJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'
import type { FormValues } from './form-parts.tsx'
import { findField, insertBlock } from './insert-text.client.ts'
import { ProblemList } from './problem-list.tsx'

const TagDialog = lazy(() => import('./tag-dialog.tsx').then((module) => ({ default: module.TagDialog })))

const { TextArea } = formFields<FormValues>()

const MARKUP_ROWS = 20

export function MarkupFields({ problems }: { readonly problems: readonly FormProblem[] }) {
  const markup = useWatch<FormValues, 'form'>({ name: 'form' })
  const [isOpen, setIsOpen] = useState(false)
  const insert = (text: string) => {
    const field = findField('form')
    if (field) insertBlock(field, text)
  }
  return (
    <div className={styles.columns}>
      <div className={styles.markup}>
        <p className={styles.tools}>
          <Button label="Insert a field" aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
          <span className={styles.soft}>It is inserted at the cursor.</span>
        </p>
        <TextArea
          name="form"
          label="Markup"
          hint="HTML with form-tags such as [text* your-name]: a star makes a field required."
          rows={MARKUP_ROWS}
        />
        <ProblemList label="Problems of the markup" problems={problems} />
        {isOpen && (
          <Suspense fallback={<Skeleton width="80px" />}>
            <TagDialog markup={markup} onInsert={insert} onClose={() => setIsOpen(false)} />
          </Suspense>
        )}
      </div>
      <Preview form={markup} />
    </div>
  )
}

function Preview({ form }: { readonly form: string }) {
  const preview = usePreview<FormPreviewJson>(`${paths.restForms}/preview`, 'form', form)
  return (
    <section className={styles.preview} aria-label="Preview of the form">
      <p className={styles.soft}>As visitors see it</p>
      {preview.isError ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : (
        <iframe title="The form as visitors see it" srcDoc={preview.data?.document} sandbox="allow-same-origin" />
      )}
    </section>
  )
}
