import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { formatTime } from '../../../../platform/admin/format-wire.ts'
import { Pager, SearchField, Tabs } from '../../../../platform/admin/list-controls.tsx'
import { listLocationState, useListState } from '../../../../platform/admin/list-state.ts'
import { ScreenHeader } from '../../../../platform/admin/screen-header.tsx'
import { useListShortcuts } from '../../../../platform/admin/shortcuts.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../../platform/admin/states.tsx'
import table from '../../../../platform/admin/table.module.css'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { EmailJson } from '../rest/email-json.ts'
import { EmailStatusBadge, emailStatusNames } from './email-status.tsx'
import styles from './emails-screen.module.css'

const PAGE_SIZE = 20

/** The outbox: every email of the shop, sent or not. */
export function EmailsScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListShortcuts(search)
  const emails = useQuery({
    queryKey: ['mails', state],
    queryFn: ({ signal }) =>
      rest.list<EmailJson>(
        hrefs.restEmails({ status: state.status, search: state.search, page: state.page, per_page: PAGE_SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const tabs = [
    { key: 'any', label: 'All', to: hrefOf({ status: 'any' }) },
    ...Object.entries(emailStatusNames).map(([key, label]) => ({ key, label, to: hrefOf({ status: key }) })),
  ]
  return (
    <>
      <ScreenHeader title="Mail">
        <SearchField input={search} label="Search by recipient or subject" value={state.search} onSearch={searchFor} />
      </ScreenHeader>
      <p className={styles.kinds}>
        <Link to={hrefs.adminEmailTypes()}>Email types: switch them on or off, set recipients, preview</Link>
      </p>
      <Tabs label="Mail by status" current={state.status} tabs={tabs} />
      {emails.isError && <ErrorState error={emails.error} retry={() => void emails.refetch()} />}
      {emails.isPending && <EmailTable emails={null} isBusy />}
      {emails.data && emails.data.items.length > 0 && (
        <>
          <EmailTable emails={emails.data.items} isBusy={emails.isPlaceholderData} />
          <Pager
            page={state.page}
            pages={emails.data.pages}
            total={emails.data.total}
            size={PAGE_SIZE}
            itemsLabel={emails.data.total === 1 ? 'mail' : 'mails'}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
      {emails.data?.items.length === 0 &&
        (state.search === '' && state.status === 'any' ? (
          <EmptyState title="No mail yet">
            <p>Confirmations to customers and notices to the shop will appear here.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No mail matches">
            <p>
              <Link to={hrefOf({ status: 'any', search: '' })}>Show all mail</Link>
            </p>
          </EmptyState>
        ))}
    </>
  )
}

function EmailTable({ emails, isBusy }: { emails: readonly EmailJson[] | null; isBusy: boolean }) {
  const { search } = useLocation()
  return (
    <table className={`${table.table} ${isBusy && emails ? table.busy : ''}`} aria-busy={isBusy}>
      <caption className="visually-hidden">{emails ? 'Mail, newest first' : 'Loading emails'}</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">To</th>
          <th scope="col">Written</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {emails
          ? emails.map((email) => (
              <tr key={email.id}>
                <th scope="row" className={styles.subject}>
                  <Link
                    className={table.open}
                    to={hrefs.adminEmail(email.id)}
                    state={listLocationState(search)}
                    data-row
                  >
                    {email.subject}
                  </Link>
                </th>
                <td className={styles.to}>{email.recipient}</td>
                <td className={`${table.soft} ${table.nowrap} ${styles.date}`}>
                  <time dateTime={`${email.date_created_gmt}Z`}>{formatTime(email.date_created_gmt)}</time>
                </td>
                <td className={styles.status}>
                  <EmailStatusBadge status={email.status} />
                </td>
              </tr>
            ))
          : Array.from({ length: 8 }, (_, index) => (
              <tr key={index}>
                <td className={styles.subject}>
                  <Skeleton width="240px" />
                </td>
                <td className={styles.to}>
                  <Skeleton width="160px" />
                </td>
                <td className={styles.date}>
                  <Skeleton width="140px" />
                </td>
                <td className={styles.status}>
                  <Skeleton width="64px" />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}
