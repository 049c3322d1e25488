import { useNavigate } from 'react-router'
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
  const navigate = useNavigate()
  const toast = useToast()
  const list = useListHref(forms.screen)
  const duplicate = useSend(
    (rest) => rest.send<FormJson>('POST', `${restItem(forms, item.id)}/duplicate`, {}),
    [forms.rest],
    {
      onSuccess: async (copy) => {
        await navigate(screenOf(forms, copy.id))
        toast.show({ text: 'This is the copy.' })
      },
    },
  )
  const move = useSend(
    (rest, status: FormJson['status']) => rest.send('PUT', restItem(forms, item.id), { status }),
    [forms.rest],
    {
      onSuccess: async (_, status) => {
        if (status === 'trash') await navigate(list, { replace: true })
        toast.show(
          status === 'trash'
            ? { text: 'The contact form is in the trash.', undo: () => move.mutateAsync('publish') }
            : { text: 'The contact form was restored.' },
        )
      },
    },
  )
  const error = duplicate.error ?? move.error
  return (
    <div className={styles.head}>
      <Shortcode {...item} />
      <Button label="Duplicate" isBusy={duplicate.isPending} onClick={() => duplicate.mutate()} />
      {item.status === 'trash' ? (
        <Button label="Restore" isBusy={move.isPending} onClick={() => move.mutate('publish')} />
      ) : (
        <Button label="Move to trash" kind="danger" isBusy={move.isPending} onClick={() => move.mutate('trash')} />
      )}
      {error && <ErrorState error={error} />}
    </div>
  )
}
