import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { useListHref } from '../../../platform/admin/list/list-state.ts'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import { resourceOf, restItem, screenOf, useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { FormProperties } from '../contact-form.ts'
import type { FormJson } from '../rest/forms.ts'
import styles from './form-editor.module.css'

export const forms = resourceOf(['contact form', 'contact forms'], 'Contact forms', paths.restForms, paths.adminForms)

export type FormValues = FormProperties & { readonly title: string; readonly version: number | undefined }

/** The shortcode that embeds a form, with a copy button. */
export function Shortcode({ shortcode, title }: Pick<FormJson, 'shortcode' | 'title'>) {
  const toast = useToast()
  const copy = (code: Element | null) => {
    if (code) getSelection()?.selectAllChildren(code)
    // Without permission or https, selects the text for copying by hand.
    const copied = navigator.clipboard?.writeText(shortcode) ?? Promise.reject(new Error('No clipboard'))
    copied.then(
      () => toast.show({ text: 'The shortcode is copied: paste it into a page.' }),
      () => toast.show({ text: 'Press Ctrl+C to copy the shortcode.' }),
    )
  }
  return (
    <span className={styles.shortcode}>
      <code>{shortcode}</code>
      <Button onClick={({ currentTarget }) => copy(currentTarget.previousElementSibling)}>
        Copy<span className="visually-hidden"> the shortcode of {title}</span>
      </Button>
    </span>
  )
}

export function FormActions({ item }: { readonly item: FormJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const list = useListHref(forms.screen)
  const move = async (status: FormJson['status']) =>
    queries.setQueryData([forms.rest, item.id], await rest.send<FormJson>('PUT', restItem(forms, item.id), { status }))
  const duplicate = useSend(
    (client) => client.send<FormJson>('POST', `${restItem(forms, item.id)}/duplicate`, {}),
    [forms.rest],
    {
      onSuccess: async (copy) => {
        await navigate(screenOf(forms, copy.id))
        toast.show({ text: 'This is the copy.' })
      },
    },
  )
  const restore = useSend(() => move('publish'), [forms.rest], {
    onSuccess: () => toast.show({ text: 'The contact form was restored.' }),
  })
  const trash = useSend(() => move('trash'), [forms.rest], {
    onSuccess: async () => {
      await navigate(list, { replace: true })
      toast.show({ text: 'The contact form is in the trash.', undo: () => restore.mutateAsync() })
    },
  })
  const error = duplicate.error ?? trash.error ?? restore.error
  return (
    <div className={styles.head}>
      <Shortcode {...item} />
      <Button label="Duplicate" isBusy={duplicate.isPending} onClick={() => duplicate.mutate()} />
      {item.status === 'trash' ? (
        <Button label="Restore" isBusy={restore.isPending} onClick={() => restore.mutate()} />
      ) : (
        <Button label="Move to trash" kind="danger" isBusy={trash.isPending} onClick={() => trash.mutate()} />
      )}
      {error && <ErrorState error={error} />}
    </div>
  )
}
