import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { awaited, Button, ErrorState, Panel, QueryState } from '../../../platform/admin/parts.tsx'
import { useRestPages } from '../../../platform/admin/resource.ts'
import styles from './keys-screen.module.css'

type CredentialsProps<Json, New extends Json> = {
  readonly title: string
  readonly intro: string
  readonly empty: string
  readonly rest: string
  readonly idOf: (item: Json) => string
  readonly describe: (item: Json) => ReactNode
  /** Name of the property, and of the form field, with the credential's name. */
  readonly nameField: keyof Json & string
  readonly nameLabel: string
  readonly secretsOf: (item: New) => readonly (readonly [label: string, secret: string])[]
  readonly children?: ReactNode
}

export function Credentials<Json, New extends Json>(props: CredentialsProps<Json, New>) {
  const { title, rest: href, idOf, nameField } = props
  const nameOf = (item: Json) => String(item[nameField])
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const { query: list, items } = useRestPages<Json>([href], href, { per_page: '50' }, awaited)
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
    <Panel id={nameField} title={title}>
      <p className={styles.intro}>{props.intro}</p>
      {created && <Secrets name={nameOf(created)} secrets={props.secretsOf(created)} onDone={() => setCreated(null)} />}
      <QueryState query={list} />
      {list.data && items.length === 0 && <p className={styles.intro}>{props.empty}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={idOf(item)} className={styles.item}>
            <Renamable
              name={nameOf(item)}
              label={props.nameLabel}
              rename={async (name) => {
                await rest.send('PUT', `${href}/${idOf(item)}`, { [nameField]: name })
                await refetch()
              }}
            >
              <span>{props.describe(item)}</span>
            </Renamable>
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
      {list.hasNextPage && (
        <p className={styles.intro}>
          <Button label="Show more" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        </p>
      )}
      {create.isError && <ErrorState error={create.error} />}
      <form className={styles.form} onSubmit={submit}>
        <label>
          {props.nameLabel}
          <input name={nameField} required maxLength={200} autoComplete="off" />
        </label>
        {props.children}
        <Button label="Create" kind="primary" type="submit" disabled={create.isPending} />
      </form>
    </Panel>
  )
}

type RenamableProps = {
  readonly name: string
  readonly label: string
  readonly rename: (name: string) => Promise<void>
  readonly children: ReactNode
}

function Renamable({ name, label, rename, children }: RenamableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [text, setText] = useState(name)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setIsEditing(false)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const save = useMutation({ mutationFn: rename, onSuccess: close })
  const open = () => {
    setText(name)
    save.reset()
    setIsEditing(true)
  }
  if (!isEditing)
    return (
      <>
        <p className={controls.words}>
          <strong>{name}</strong>
          {children}
        </p>
        <Button ref={button} onClick={open}>
          Rename<span className="visually-hidden"> “{name}”</span>
        </Button>
      </>
    )
  return (
    <form
      className={`${styles.form} ${controls.words}`}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(text)
      }}
    >
      <label>
        {label}
        <input
          ref={selectAll}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && close()}
          required
          maxLength={200}
          autoComplete="off"
        />
      </label>
      <Button label="Save" kind="primary" type="submit" disabled={save.isPending} />
      <Button label="Cancel" onClick={close} />
      {save.isError && <ErrorState error={save.error} />}
    </form>
  )
}

const selectAll = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}

type SecretsProps = {
  readonly name: string
  readonly secrets: readonly (readonly [label: string, secret: string])[]
  readonly onDone: () => void
}

function Secrets({ name, secrets, onDone }: SecretsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState('')
  useEffect(() => box.current?.focus(), [])
  const copy = (label: string, secret: string, input: HTMLInputElement | null) => {
    input?.select()
    // Without permission or https the user copies the selected text.
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
          <Button
            onClick={({ currentTarget }) =>
              copy(label, secret, currentTarget.parentElement?.querySelector('input') ?? null)
            }
          >
            Copy<span className="visually-hidden"> {label.toLowerCase()}</span>
          </Button>
        </p>
      ))}
      <p role="status">{copied}</p>
      <p>
        <Button label="I have copied it" onClick={onDone} />
      </p>
    </div>
  )
}
