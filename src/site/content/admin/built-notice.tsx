import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { useRest } from '../../../platform/admin/parts.tsx'
import { type Resource, restItem } from '../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { EntryJson } from '../rest/entry-json.ts'
import styles from './entry-screen.module.css'

type BuiltProps = {
  readonly resource: Resource
  readonly onPlain: () => void
  readonly children: ReactNode
}

/** The text field, or a notice if the entry is made of blocks, which a new text would replace. */
export function UnlessBuilt({ resource, onPlain, children }: BuiltProps) {
  const [id] = Object.values(useParams())
  if (id === undefined) return children
  return (
    <Stored id={Number(id)} resource={resource} onPlain={onPlain}>
      {children}
    </Stored>
  )
}

function Stored({ id, resource, onPlain, children }: BuiltProps & { readonly id: number }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const item = useRest<EntryJson>([resource.rest, id], restItem(resource, id)).data
  if (!item?.is_built) return children
  const toPlain = async () => {
    await rest.send('PUT', `${paths.restBuilder}/pages/${id}`, { version: item.version, document: null })
    queries.setQueryData(
      [resource.rest, id],
      await rest.get<EntryJson>(restItem(resource, id), new AbortController().signal),
    )
    await queries.invalidateQueries({ queryKey: [resource.rest] })
    onPlain()
  }
  return (
    <div id="sktbuilder-page-info" className={styles.built}>
      <p>This {resource.names[0]} is made of blocks. Its text is written in the page builder.</p>
      <div className={styles.actions}>
        <a className={controls.primary} href={hrefs.pageBuilder(id)}>
          Edit the blocks
        </a>
        <ConfirmButton
          label="Back to plain text"
          question="Back to plain text?"
          text="The text of the blocks stays; their layout is lost. Revisions still have them."
          confirmLabel="Make it plain text"
          cancelLabel="Leave the blocks"
          run={toPlain}
        />
      </div>
    </div>
  )
}
