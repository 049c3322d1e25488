import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ErrorState } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { FeaturePreviewJson } from '../feature-json.ts'
import styles from './feature-dialog.module.css'

const WAIT_MS = 400

/** The shop's own rendering, without its scripts, of what is typed; it follows when typing pauses. */
export function FeaturePreview({ html }: { readonly html: string }) {
  const { rest } = useAdminContext()
  const [content, setContent] = useState(html)
  useEffect(() => {
    const timer = setTimeout(() => setContent(html), WAIT_MS)
    return () => clearTimeout(timer)
  }, [html])
  const preview = useQuery({
    queryKey: [paths.restFeatures, 'preview', content],
    queryFn: () => rest.send<FeaturePreviewJson>('POST', `${paths.restFeatures}/preview`, { content }),
    placeholderData: keepPreviousData,
  })
  const { document = '', refused = [] } = useDeferredValue(preview.data) ?? {}
  return (
    <div className={styles.preview} aria-live="polite">
      {preview.isError ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : (
        <iframe title="Preview" srcDoc={document} sandbox="allow-same-origin" />
      )}
      {refused.length > 0 && (
        <p className={styles.refused}>Not possible, so its default is shown: {refused.join(', ')}.</p>
      )}
    </div>
  )
}
