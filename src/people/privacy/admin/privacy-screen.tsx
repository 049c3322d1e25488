import { useQueryClient } from '@tanstack/react-query'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { awaited, Panel, QueryState, useRest } from '../../../platform/admin/parts.tsx'
import { Timeline } from '../../../platform/admin/timeline.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { PrivacyOverview } from '../rest/privacy.ts'
import { PersonalDataRequests } from './personal-data-requests.tsx'
import styles from './privacy-screen.module.css'

const { Quantity, Select } = formFields<Record<string, unknown>>()

const units = [
  ['days', 'days'],
  ['weeks', 'weeks'],
  ['months', 'months'],
  ['years', 'years'],
] as const

export function PrivacyScreen() {
  const queries = useQueryClient()
  const query = useRest<PrivacyOverview>([paths.restPrivacy], paths.restPrivacy, awaited)
  const refresh = () => queries.invalidateQueries({ queryKey: [paths.restPrivacy] })
  return (
    <SettingsScreen<Record<string, unknown>>
      title="Privacy"
      href={paths.restPrivacySettings}
      savedText="Saved. Older data is deleted every night."
      onSaved={refresh}
      below={
        <div className={styles.panels}>
          <PersonalDataRequests onDone={refresh} />
          {query.data && (
            <Panel id="privacy-log" title="What was done">
              {query.data.log.length === 0 ? (
                <p className={form.soft}>Downloads, deletions and what is deleted at night will be listed here.</p>
              ) : (
                <Timeline
                  events={query.data.log.map((event) => ({
                    id: event.id,
                    text: eventText(event),
                    gmt: event.date_created_gmt,
                    by: actorText(event),
                  }))}
                />
              )}
            </Panel>
          )}
        </div>
      }
    >
      <FieldGroup title="Keep for">
        <p className={form.intro}>0 keeps it for good. What is older is deleted at night, in small steps.</p>
        <QueryState query={query} />
        {query.data?.rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </FieldGroup>
    </SettingsScreen>
  )
}

function Rule({ rule: { id, title, description, due } }: { rule: PrivacyOverview['rules'][number] }) {
  const now = due === null ? '' : ` Now: ${due.toLocaleString('en-CA')} would be deleted.`
  return (
    <>
      <Quantity name={`retention.${id}.number`} label={title} hint={`${description}${now}`} max={1000} required />
      <Select name={`retention.${id}.unit`} label={`${title}, counted in`} options={units} />
    </>
  )
}

type Event = PrivacyOverview['log'][number]

const kinds: Readonly<Record<string, string>> = {
  export: 'Personal data was downloaded',
  'deletion-requested': 'The deletion of an account was asked for',
  'deletion-withdrawn': 'The deletion of an account was withdrawn',
  erasure: 'Personal data was erased',
  retention: 'Old data was deleted',
}

function eventText({ kind, user_id, details }: Event): string {
  const parts = Object.entries(details).map(([part, rows]) => `${part} ${rows.toLocaleString('en-CA')}`)
  return [kinds[kind] ?? kind, user_id === null ? '' : `account ${user_id}`, parts.join(', ')]
    .filter((text) => text !== '')
    .join(': ')
}

const actorText = ({ actor_id, user_id }: Event): string =>
  actor_id === null ? 'the shop, at night' : actor_id === user_id ? 'its owner' : `account ${actor_id}`
