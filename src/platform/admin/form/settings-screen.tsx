import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useAdminContext } from '../admin-context.tsx'
import { SectionTabs } from '../list/list-controls.tsx'
import { awaited, QueryState, ScreenHeader, useRest } from '../parts.tsx'
import styles from './form.module.css'
import { EditForm } from './form.tsx'
import { LoadTogether } from './load-together.tsx'

type SettingsScreenProps = {
  readonly title: string
  readonly href: string
  readonly savedText: string
  readonly onSaved?: () => unknown
  /** By default the tabs of all settings. */
  readonly tabs?: ReactNode
  /** Follows the form, and is shown with it, so that the form does not move it. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** Settings form of one REST URL, below its tabs; submits only the changes. */
export function SettingsScreen<T extends FieldValues>(props: SettingsScreenProps) {
  const { title, href, savedText, onSaved, tabs = <SectionTabs />, below, children } = props
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const query = useRest<T>([href], href, awaited)
  return (
    <>
      <ScreenHeader title={title} />
      {tabs}
      <LoadTogether>
        <QueryState query={query} />
        {query.data && (
          <EditForm<T>
            initial={query.data}
            labels={{ save: 'Save changes', saved: savedText }}
            className={styles.settings}
            save={async ({ changes }) => {
              const saved = await rest.send<T>('PUT', href, changes)
              queries.setQueryData([href], saved)
              onSaved?.()
              return saved
            }}
          >
            {children}
          </EditForm>
        )}
        {below}
      </LoadTogether>
    </>
  )
}
