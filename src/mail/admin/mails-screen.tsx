import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useListKeys } from '../../admin/keys.tsx'
import { Pager, SearchField, Tabs } from '../../admin/list-parts.tsx'
import { fromList, useListState } from '../../admin/list-state.ts'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Empty, Problem, Skeleton } from '../../admin/states.tsx'
import table from '../../admin/table.module.css'
import { timeText } from '../../admin/wire-text.ts'
import type { MailJson } from '../../rest/mail-json.ts'
import { hrefs } from '../../routes.ts'
import { MailStatusBadge, mailStatusNames } from './mail-status.tsx'
import styles from './mails-screen.module.css'

const SIZE = 20

/** The outbox: every mail the shop has written, sent or not. */
export function MailsScreen() {
  const { rest } = useOffice()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListKeys(search)
  const mails = useQuery({
    queryKey: ['mails', state],
    queryFn: ({ signal }) =>
      rest.list<MailJson>(
        hrefs.restMails({ status: state.status, search: state.search, page: state.page, per_page: SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const tabs = [
    { key: 'any', label: 'All', to: hrefOf({ status: 'any' }) },
    ...Object.entries(mailStatusNames).map(([key, label]) => ({ key, label, to: hrefOf({ status: key }) })),
  ]
  return (
    <>
      <ScreenHead title="Mail">
        <SearchField input={search} label="Search by recipient or subject" value={state.search} onSearch={searchFor} />
      </ScreenHead>
      <p className={styles.kinds}>
        <Link to={hrefs.adminMailKinds()}>Email types: switch them on or off, set recipients, preview</Link>
      </p>
      <Tabs label="Mail by status" current={state.status} tabs={tabs} />
      {mails.isError && <Problem error={mails.error} retry={() => void mails.refetch()} />}
      {mails.isPending && <MailTable mails={null} isBusy />}
      {mails.data && mails.data.items.length > 0 && (
        <>
          <MailTable mails={mails.data.items} isBusy={mails.isPlaceholderData} />
          <Pager
            page={state.page}
            pages={mails.data.pages}
            total={mails.data.total}
            size={SIZE}
            things={mails.data.total === 1 ? 'mail' : 'mails'}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
      {mails.data?.items.length === 0 &&
        (state.search === '' && state.status === 'any' ? (
          <Empty title="No mail yet">
            <p>Confirmations to customers and notices to the shop will appear here.</p>
          </Empty>
        ) : (
          <Empty title="No mail matches">
            <p>
              <Link to={hrefOf({ status: 'any', search: '' })}>Show all mail</Link>
            </p>
          </Empty>
        ))}
    </>
  )
}

function MailTable({ mails, isBusy }: { mails: readonly MailJson[] | null; isBusy: boolean }) {
  const { search } = useLocation()
  return (
    <table className={`${table.table} ${isBusy && mails ? table.busy : ''}`} aria-busy={isBusy}>
      <caption className="visually-hidden">{mails ? 'Mail, newest first' : 'Loading emails'}</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">To</th>
          <th scope="col">Written</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {mails
          ? mails.map((mail) => (
              <tr key={mail.id}>
                <th scope="row" className={styles.subject}>
                  <Link className={table.open} to={hrefs.adminMail(mail.id)} state={fromList(search)} data-row>
                    {mail.subject}
                  </Link>
                </th>
                <td className={styles.to}>{mail.recipient}</td>
                <td className={`${table.soft} ${table.nowrap} ${styles.date}`}>
                  <time dateTime={`${mail.date_created_gmt}Z`}>{timeText(mail.date_created_gmt)}</time>
                </td>
                <td className={styles.status}>
                  <MailStatusBadge status={mail.status} />
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
