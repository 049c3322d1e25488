import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../accounts/permissions.ts'
import controls from '../../admin/controls.module.css'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Problem, Skeleton } from '../../admin/states.tsx'
import type { MailKindJson, MailPreviewJson } from '../../rest/mail-json.ts'
import { hrefs } from '../../routes.ts'
import { Letter } from './letter.tsx'
import styles from './mail-kinds-screen.module.css'

/** Every kind of mail the shop writes: switched on or off, to whom, and what it looks like. */
export function MailKindsScreen() {
  const { rest } = useOffice()
  const kinds = useQuery({
    queryKey: ['mail-kinds'],
    queryFn: ({ signal }) => rest.one<MailKindJson[]>(hrefs.restMailKinds(), signal),
  })
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <ScreenHead title="Email types" up={{ to: hrefs.adminMails(), label: 'Mail' }} />
      {kinds.isError && <Problem error={kinds.error} retry={() => void kinds.refetch()} />}
      {kinds.isPending && <Skeleton width="320px" />}
      {kinds.data &&
        (['customer', 'shop'] as const).map((to) => (
          <section key={to} className={styles.group} aria-labelledby={`to-${to}`}>
            <h2 id={`to-${to}`}>{to === 'customer' ? 'To the customer' : 'To the shop'}</h2>
            <ul className={styles.kinds}>
              {kinds.data
                .filter((kind) => kind.to === to)
                .map((kind) => (
                  <Kind
                    key={kind.id}
                    kind={kind}
                    isShown={shown === kind.id}
                    onShow={() => setShown(shown === kind.id ? null : kind.id)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </>
  )
}

function Kind({ kind, isShown, onShow }: { kind: MailKindJson; isShown: boolean; onShow: () => void }) {
  const { person, rest } = useOffice()
  const queries = useQueryClient()
  const mayChange = can(person, 'shop.settings')
  const [recipients, setRecipients] = useState(kind.recipients.join(', '))
  const save = useMutation({
    mutationFn: (change: { enabled?: boolean; recipients?: string[] }) =>
      rest.send<MailKindJson>('PUT', hrefs.restMailKind(kind.id), change),
    onSuccess: async (now) => {
      setRecipients(now.recipients.join(', '))
      await queries.invalidateQueries({ queryKey: ['mail-kinds'] })
    },
  })
  const wanted = recipients
    .split(/[,;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const isChanged = wanted.join() !== kind.recipients.join()
  return (
    <li className={`${controls.panel} ${styles.kind}`}>
      <div className={styles.head}>
        <label className={styles.name}>
          <input
            type="checkbox"
            checked={kind.enabled}
            disabled={!mayChange || save.isPending}
            onChange={(event) => save.mutate({ enabled: event.target.checked })}
          />
          {kind.title}
        </label>
        <button type="button" className={controls.button} aria-expanded={isShown} onClick={onShow}>
          {isShown ? 'Close' : 'Preview'}
          <span className="visually-hidden"> {kind.title}</span>
        </button>
      </div>
      <p className={styles.when}>{kind.when}</p>
      {kind.to === 'shop' && (
        <form
          className={styles.to}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ recipients: wanted })
          }}
        >
          <label>
            Goes to
            <input
              className={controls.field}
              value={recipients}
              placeholder={kind.default_recipient}
              disabled={!mayChange}
              onChange={(event) => setRecipients(event.target.value)}
            />
          </label>
          {isChanged && (
            <button type="submit" className={controls.primary} disabled={save.isPending}>
              {save.isPending ? 'Saving …' : 'Save'}
            </button>
          )}
        </form>
      )}
      {save.isError && <Problem error={save.error} />}
      {isShown && <Preview id={kind.id} />}
    </li>
  )
}

function Preview({ id }: { id: string }) {
  const { rest } = useOffice()
  const preview = useQuery({
    queryKey: ['mail-preview', id],
    queryFn: ({ signal }) => rest.one<MailPreviewJson>(hrefs.restMailPreview(id), signal),
  })
  if (preview.isError) return <Problem error={preview.error} retry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton width="100%" />
  return (
    <div className={styles.preview}>
      <p className={styles.when}>
        {preview.data.order_id === 0 ? 'With a sample order.' : 'With the newest order.'} Subject:{' '}
        <strong>{preview.data.subject}</strong>
      </p>
      <Letter mail={preview.data} />
    </div>
  )
}
