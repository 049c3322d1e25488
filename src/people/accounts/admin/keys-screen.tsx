import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState, Panel, QueryState, ScreenHeader, Time } from '../../../platform/admin/parts.tsx'
import { SettingsTabs } from '../../../platform/admin/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { ApiKeyJson, NewApiKeyJson } from '../rest/api-keys.ts'
import type { ApplicationPasswordJson, NewApplicationPasswordJson } from '../rest/application-passwords.ts'
import styles from './keys-screen.module.css'

/** What programs need to act for the shop or for a person: made, shown once, and revoked. */
export function KeysScreen() {
  const { user } = useAdminContext()
  return (
    <>
      <ScreenHeader title="Keys" />
      <SettingsTabs />
      <div className={styles.screen}>
        {can(user, 'users.manage') && <ApiKeys />}
        <ApplicationPasswords />
      </div>
    </>
  )
}

const permissionNames = { read: 'Read', write: 'Write', read_write: 'Read and write' } as const

const ApiKeys = () => (
  <Credentials<ApiKeyJson, NewApiKeyJson>
    title="API keys"
    intro="For accounting, shipping and other programs that speak WooCommerce’s REST API. A key may do what you may, within its permissions."
    empty="No program has a key yet."
    rest={paths.restKeys}
    query="?per_page=100"
    idOf={(key) => String(key.key_id)}
    nameOf={(key) => key.description}
    describe={(key) => (
      <>
        {permissionNames[key.permissions]}, {key.user_name}, ends with <code>{key.truncated_key}</code>,{' '}
        <LastUse gmt={key.last_access} />
      </>
    )}
    nameField="description"
    nameLabel="What the key is for"
    secretsOf={(key) => [
      ['Consumer key', key.consumer_key],
      ['Consumer secret', key.consumer_secret],
    ]}
  >
    <label>
      Permissions
      <select name="permissions" defaultValue="read">
        {Object.entries(permissionNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  </Credentials>
)

const ApplicationPasswords = () => (
  <Credentials<ApplicationPasswordJson, NewApplicationPasswordJson>
    title="Application passwords"
    intro="For apps that sign in as you, with your email address and one of these in place of your password."
    empty="No app has a password yet."
    rest={paths.restApplicationPasswords}
    query=""
    idOf={(password) => password.uuid}
    nameOf={(password) => password.name}
    describe={(password) => <LastUse gmt={password.last_used} />}
    nameField="name"
    nameLabel="Name of the app"
    secretsOf={({ password }) => [['Password', password]]}
  />
)

const LastUse = ({ gmt }: { gmt: string | null }) =>
  gmt === null ? (
    'never used'
  ) : (
    <>
      last used <Time gmt={gmt} />
    </>
  )

type CredentialsProps<Json, New extends Json> = {
  readonly title: string
  readonly intro: string
  readonly empty: string
  readonly rest: string
  readonly query: string
  readonly idOf: (item: Json) => string
  readonly nameOf: (item: Json) => string
  readonly describe: (item: Json) => ReactNode
  readonly nameField: string
  readonly nameLabel: string
  readonly secretsOf: (item: New) => readonly (readonly [label: string, secret: string])[]
  /** More fields of the form. */
  readonly children?: ReactNode
}

function Credentials<Json, New extends Json>(props: CredentialsProps<Json, New>) {
  const { title, rest: href, idOf, nameOf } = props
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: [href],
    queryFn: ({ signal }) => rest.get<Json[]>(href + props.query, signal),
  })
  const refetch = () => queries.invalidateQueries({ queryKey: [href] })
  const [created, setCreated] = useState<New | null>(null)
  const create = useMutation({
    mutationFn: (body: object) => rest.send<New>('POST', href, body),
    onSuccess: async (item) => {
      setCreated(item)
      await refetch()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    create.mutate(Object.fromEntries(new FormData(form)), { onSuccess: () => form.reset() })
  }
  return (
    <Panel id={props.nameField} title={title}>
      <p className={styles.intro}>{props.intro}</p>
      {created && <Secrets name={nameOf(created)} secrets={props.secretsOf(created)} onDone={() => setCreated(null)} />}
      <QueryState query={list} />
      {list.data?.length === 0 && <p className={styles.intro}>{props.empty}</p>}
      <ul className={styles.list}>
        {list.data?.map((item) => (
          <li key={idOf(item)} className={styles.item}>
            <p className={styles.words}>
              <strong>{nameOf(item)}</strong>
              <span>{props.describe(item)}</span>
            </p>
            <ConfirmButton
              label="Revoke"
              question={`Revoke “${nameOf(item)}”?`}
              text="The program that uses it is refused from now on. This cannot be undone."
              confirmLabel="Revoke now"
              run={async () => {
                await rest.send('DELETE', `${href}/${idOf(item)}`, {})
                if (created && idOf(created) === idOf(item)) setCreated(null)
                await refetch()
              }}
            />
          </li>
        ))}
      </ul>
      {create.isError && <ErrorState error={create.error} />}
      <form className={styles.form} onSubmit={submit}>
        <label>
          {props.nameLabel}
          <input name={props.nameField} required maxLength={200} autoComplete="off" />
        </label>
        {props.children}
        <button type="submit" className={controls.primary} disabled={create.isPending}>
          Create
        </button>
      </form>
    </Panel>
  )
}

type SecretsProps = {
  readonly name: string
  readonly secrets: readonly (readonly [label: string, secret: string])[]
  readonly onDone: () => void
}

/** The secrets of a new key. The shop does not have them again. */
function Secrets({ name, secrets, onDone }: SecretsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState('')
  useEffect(() => box.current?.focus(), [])
  const copy = (label: string, secret: string, input: HTMLInputElement | null) => {
    input?.select()
    // Without permission or https the selected text is copied by hand.
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(`${label} copied.`),
      () => setCopied(`Press Ctrl+C to copy the ${label.toLowerCase()}.`),
    )
  }
  return (
    <div ref={box} tabIndex={-1} className={styles.secret} role="group" aria-label={`“${name}” was created`}>
      <p>
        <strong>“{name}” was created.</strong> Copy it now: it is shown only this once.
      </p>
      {secrets.map(([label, secret]) => (
        <p key={label} className={styles.copy}>
          <label>
            {label}
            <input readOnly value={secret} onFocus={({ target }) => target.select()} />
          </label>
          <button
            type="button"
            className={controls.button}
            onClick={({ currentTarget }) =>
              copy(label, secret, currentTarget.parentElement?.querySelector('input') ?? null)
            }
          >
            Copy<span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </p>
      ))}
      <p role="status">{copied}</p>
      <p>
        <button type="button" className={controls.button} onClick={onDone}>
          I have copied it
        </button>
      </p>
    </div>
  )
}
