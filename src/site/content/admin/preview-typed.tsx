import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import { openPreview } from '../../../platform/admin/open-preview.client.ts'
import { Button } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'

type PreviewFields = Readonly<Record<'title' | 'content' | 'excerpt', string>> & { readonly featured_media: number }

export function PreviewTyped() {
  const [id] = Object.values(useParams())
  const { getValues } = useFormContext<PreviewFields>()
  if (id === undefined) return null
  const open = () => {
    const { title, content, excerpt, featured_media } = getValues()
    openPreview(hrefs.preview(Number(id), ''), { title, content, excerpt, featured_media: `${featured_media}` })
  }
  return (
    <p>
      <Button label="Preview without saving" onClick={open} />
    </p>
  )
}
