import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ErrorState } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { FormPreviewJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'

const WAIT_MS = 400

/** The form as visitors see it, without scripts, of what is typed; it follows when typing pauses. */
export function FormPreview({ form }: { readonly form: string }) {
  const { rest } = useAdminContext()
  const [shown, setShown] = useState(form)
  useEffect(() => {
    const timer = setTimeout(() => setShown(form), WAIT_MS)
    return () => clearTimeout(timer)
  }, [form])
  const href = `${paths.restForms}/preview`
  const preview = useQuery({
    queryKey: [href, shown],
    queryFn: () => rest.send<FormPreviewJson>('POST', href, { form: shown }),
    placeholderData: keepPreviousData,
  })
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
