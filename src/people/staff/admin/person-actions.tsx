import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import { Combobox } from '../../../platform/admin/combobox.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import { Chips } from '../../../platform/admin/fields/chips.tsx'
import { useEntities } from '../../../platform/admin/fields/use-entities.ts'
import { Fact, Panel, Time } from '../../../platform/admin/parts.tsx'
import { useDelete } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { logRead } from '../../../things/admin-log/capabilities.ts'
import type { PersonJson } from '../rest/user-json.ts'
import { people, personName } from './people.ts'
import styles from './staff.module.css'

type PersonProps = { readonly person: PersonJson }

export function PersonActions({ person }: PersonProps) {
  const act = useAction(person)
  const name = personName(person)
  return (
    <Panel id="access" title="Access">
      <dl className={styles.details}>
        <Fact label="Signed in">
          {person.session_count === 0
            ? 'Nowhere'
            : `With ${person.session_count} ${person.session_count === 1 ? 'browser' : 'browsers'}`}
        </Fact>
        {person.last_sign_in_gmt !== null && (
          <Fact label="Last time">
            <Time gmt={person.last_sign_in_gmt} />
          </Fact>
        )}
        <Fact label="Account since">
          <Time gmt={person.registered_date.replace(/\+.*/, '')} />
        </Fact>
      </dl>
      <div className={styles.actions}>
        <LogLink person={person} />
        {person.session_count > 0 && (
          <ConfirmButton
            label="Sign out everywhere"
            question={`Sign ${name} out everywhere?`}
            text="Every browser is signed out at once. They can sign in again."
            confirmLabel="Sign out"
            run={() => act('DELETE', 'sessions', `${name} is signed out everywhere.`)}
          />
        )}
        <ConfirmButton
          label="Require a new password"
          question={`Make ${name} choose a new password?`}
          text="The old password, every session and every application password end at once. A link to choose a new one is mailed."
          confirmLabel="End the password"
          run={() => act('POST', 'password', `${name} gets a link to choose a new password.`)}
        />
        <Suspension person={person} />
        <Deletion person={person} />
      </div>
    </Panel>
  )
}

function LogLink({ person }: PersonProps) {
  if (!useMay(logRead)) return null
  return <Link to={hrefs.adminLog({ user: person.id })}>What {personName(person)} changed</Link>
}

function Suspension({ person }: PersonProps) {
  const act = useAction(person)
  const name = personName(person)
  if (person.status === 'active')
    return (
      <ConfirmButton
        label="Disable the account"
        question={`Disable the account of ${name}?`}
        text="They are signed out, cannot sign in, and their keys are refused. What they wrote stays theirs."
        confirmLabel="Disable it"
        run={() => act('POST', 'suspension', `The account of ${name} is disabled.`)}
      />
    )
  return (
    <ConfirmButton
      label="Enable the account"
      question={`Let ${name} sign in again?`}
      text="Their password and keys work again, with the role that they have."
      confirmLabel="Enable it"
      run={() => act('DELETE', 'suspension', `The account of ${name} works again.`)}
    />
  )
}

function useAction(person: PersonJson) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  return async (method: 'POST' | 'DELETE', what: 'sessions' | 'password' | 'suspension', text: string) => {
    const updated = await rest.send<PersonJson>(method, `/wp-json/samovar/v1/people/${person.id}/${what}`, {})
    queries.setQueryData([people.rest, person.id], updated)
    void queries.invalidateQueries({ queryKey: [people.rest] })
    toast.show({ text })
  }
}

function Deletion({ person }: PersonProps) {
  const remove = useDelete(people)
  const [reassignTo, setReassignTo] = useState<number | null>(null)
  const { chips, search } = useEntities('people', reassignTo === null ? [] : [reassignTo])
  const name = personName(person)
  return (
    <>
      <div className={styles.reassignTo}>
        <span>New author of what {name} wrote</span>
        {reassignTo === null ? (
          <Combobox
            control={{ 'aria-label': `New author of what ${name} wrote` }}
            {...search}
            placeholder="Nobody: it stays, without an author"
            onPick={({ id }) => setReassignTo(id)}
          />
        ) : (
          <Chips label="New author" chips={chips} onRemove={() => setReassignTo(null)} />
        )}
      </div>
      <ConfirmButton
        label="Delete the account"
        question={`Delete the account of ${name}?`}
        text="The account is gone for good. Orders stay, as those of a guest, and so does everything that was written."
        confirmLabel="Delete permanently"
        run={() =>
          remove(person.id, {
            text: `The account of ${name} was deleted.`,
            to: people.screen,
            ...(reassignTo !== null && { more: { reassign: reassignTo } }),
          })
        }
      />
    </>
  )
}
