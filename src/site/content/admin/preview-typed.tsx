import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import { hrefs } from '../../../platform/web/routes.ts'

type PreviewFields = Readonly<Record<'title' | 'content' | 'excerpt', string>> & { readonly featured_media: number }

/** Opens the page with the texts of the form, saved or not, in another window. */
export function PreviewTyped() {
  const [id] = Object.values(useParams())
  const { getValues } = useFormContext<PreviewFields>()
  if (id === undefined) return null
  const open = () => {
    const { title, content, excerpt, featured_media } = getValues()
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: hrefs.preview(Number(id), ''), target: '_blank', hidden: true })
    for (const [name, value] of Object.entries({ title, content, excerpt, featured_media })) {
      const field = document.createElement('textarea')
      Object.assign(field, { name, value: String(value) })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
    form.remove()
  }
  return (
    <p>
      <button type="button" className={controls.button} onClick={open}>
        Preview without saving
      </button>
    </p>
  )
}
