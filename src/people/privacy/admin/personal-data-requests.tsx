import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form/form.module.css'
import { Button, ErrorState, Panel } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { isEmail, normalizeEmail } from '../../../platform/email-address.ts'
import { paths } from '../../../platform/web/routes.ts'
import styles from './privacy-screen.module.css'

/** Exports or erases all data of an email address, for requests by email or phone. */
export function PersonalDataRequests({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const { rest } = useAdminContext()
  const toast = useToast()
  const [email, setEmail] = useState('')
  const download = useMutation({
    mutationFn: () => rest.send<Record<string, unknown>>('POST', paths.restPersonalDataExports, { email }),
    async onSuccess(data) {
      save(JSON.stringify(data, null, 2), 'personal-data.json')
      await onDone()
    },
  })
  const erase = async () => {
    await rest.send('POST', paths.restPersonalDataErasures, { email })
    toast.show({ text: `What was held about ${email} is erased.` })
    setEmail('')
    await onDone()
  }
  return (
    <Panel id="personal-data" title="Requests about personal data">
      <p className={form.soft}>
        For people who write to you. Make sure that whoever asks owns the address. Customers can do both themselves, in
        their account under “Your data”.
      </p>
      <form
        className={styles.request}
        onSubmit={(event) => {
          event.preventDefault()
          download.mutate()
        }}
      >
        <label>
          Email address
          <input
            type="email"
            className={controls.field}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            maxLength={254}
            autoComplete="off"
            required
          />
        </label>
        <Button label="Download" type="submit" isBusy={download.isPending} />
        {isEmail(normalizeEmail(email)) && (
          <ConfirmButton
            label="Erase"
            question={`Erase everything about ${email}?`}
            text="The account is deleted. Orders stay for the books, and comments stay, both without name and address. This cannot be undone."
            confirmLabel="Erase"
            run={erase}
          />
        )}
      </form>
      {download.error && <ErrorState error={download.error} />}
    </Panel>
  )
}

function save(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
