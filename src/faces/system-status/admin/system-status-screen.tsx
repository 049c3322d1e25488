import { SectionTabs } from '../../../platform/admin/list/list-controls.tsx'
import { Button, Fact, Panel, QueryState, ScreenHeader, useRest, WaitingPanel } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { SystemStatusJson } from '../system-facts.rest.ts'
import styles from './system-status.module.css'

/** The screen as text, to paste into a support request. */
const textOf = ({ sections }: SystemStatusJson): string =>
  sections
    .map(({ title, facts }) => [`## ${title}`, ...facts.map(({ name, value }) => `${name}: ${value}`)].join('\n'))
    .join('\n\n')

export function SystemStatusScreen() {
  const query = useRest<SystemStatusJson>([paths.restSystemFacts], paths.restSystemFacts)
  const toast = useToast()
  const copy = async (status: SystemStatusJson) => {
    await navigator.clipboard.writeText(textOf(status)).then(
      () => toast.show({ text: 'Copied. It holds no passwords, keys or names of customers.' }),
      () => toast.show({ text: 'The browser did not let it be copied. Select the text below instead.' }),
    )
  }
  return (
    <>
      <ScreenHeader title="System status">
        {query.data && <Button label="Copy as text" onClick={() => void copy(query.data)} />}
        {query.data && <Button label="Refresh" isBusy={query.isFetching} onClick={() => void query.refetch()} />}
      </ScreenHeader>
      <SectionTabs />
      <QueryState query={query} placeholder={<WaitingPanel />} />
      <div className={styles.sections}>
        {query.data?.sections.map(({ title, facts }) => (
          <Panel key={title} id={title.toLowerCase().replaceAll(' ', '-')} title={title}>
            {facts.length === 0 && <p>None.</p>}
            <dl className={styles.facts}>
              {facts.map(({ name, value }) => (
                <Fact key={name} label={name}>
                  {value}
                </Fact>
              ))}
            </dl>
          </Panel>
        ))}
      </div>
    </>
  )
}
