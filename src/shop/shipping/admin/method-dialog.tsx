import { useEffect, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import dialogs from '../../../platform/admin/dialog.module.css'
import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { RestError } from '../../../platform/admin/rest.client.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import type { MethodJson } from '../rest/zone-methods.ts'
import styles from './shipping.module.css'
import { zones } from './zone-rows.tsx'

type Values = { settings: Record<string, string> }
type Setting = MethodJson['settings'][string]

const { Field, TextArea, Select, Checkbox } = formFields<Values>()

type MethodDialogProps = { readonly path: string; readonly method: MethodJson; readonly onClose: () => void }

/** Settings of a method. With unsaved changes, only the buttons close it. */
export function MethodDialog({ path, method, onClose }: MethodDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const toast = useToast()
  const settings = Object.values(method.settings)
  const defaultValues: Values = {
    settings: Object.fromEntries(settings.map((one) => [one.id, one.value ?? one.default])),
  }
  const form = useForm<Values>({ defaultValues })
  const { isDirty } = form.formState
  useEffect(() => dialog.current?.showModal(), [])
  const save = useSend((rest, values: Values) => rest.send('PUT', `${path}/${method.id}`, values), [zones.rest], {
    onSuccess() {
      toast.show({ text: 'Saved. Carts use it from now on.' })
      onClose()
    },
    onError(error) {
      const fields = error instanceof RestError && error.failure.kind === 'refused' ? error.failure.fields : {}
      for (const [name, message] of Object.entries(fields))
        form.setError(name as `settings.${string}`, { message }, { shouldFocus: true })
    },
  })
  const isAtFields = Object.keys(form.formState.errors).length > 0
  return (
    <dialog
      ref={dialog}
      className={styles.wide}
      aria-labelledby="method-title"
      onCancel={(event) => isDirty && event.preventDefault()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}>
          <h2 id="method-title">{method.method_title}</h2>
          <div className={styles.settings}>
            {settings.map((setting) => (
              <SettingField key={setting.id} setting={setting} />
            ))}
          </div>
          {save.error && !isAtFields && <ErrorState error={save.error} />}
          <div className={dialogs.buttons}>
            <Button type="submit" kind="primary" label="Save" isBusy={save.isPending} />
            <Button label={isDirty ? 'Discard changes' : 'Close'} onClick={onClose} />
          </div>
        </form>
      </FormProvider>
    </dialog>
  )
}

function SettingField({ setting: { id, label, description, type, options, placeholder } }: { setting: Setting }) {
  const field = { name: `settings.${id}`, label, hint: description || undefined } as const
  if (type === 'title') return <h3>{label}</h3>
  if (type === 'checkbox') return <Checkbox {...field} />
  if (type === 'textarea') return <TextArea {...field} maxLength={300} />
  if (options) return <Select {...field} options={Object.entries(options)} />
  return <Field {...field} placeholder={placeholder} maxLength={200} />
}
