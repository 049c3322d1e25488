import { isVideo, type MediaItem, mediaFacts, mediaSize } from '../../../platform/admin/fields/media-item.ts'
import { UploadArea } from '../../../platform/admin/fields/upload-area.tsx'
import { type BulkAction, deleteEach } from '../../../platform/admin/list/change-items.ts'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import table from '../../../platform/admin/list/table.module.css'
import { Badge } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { library, titleOf } from './library.ts'
import styles from './media-screen.module.css'

const columns: readonly Column<MediaItem>[] = [
  {
    title: 'Picture or video',
    name: 'title',
    orderby: 'title',
    skeleton: ['220px'],
    cell: (item) => (
      <span className={styles.title}>
        {isVideo(item) ? (
          <span className={styles.tile} aria-hidden />
        ) : (
          <img src={mediaSize(item, 'thumbnail').source_url} alt="" loading="lazy" />
        )}
        {titleOf(item)}
      </span>
    ),
  },
  {
    title: 'Alternative text',
    name: 'alt',
    skeleton: ['180px'],
    cell: (item) => item.alt_text || <Badge tone="gold">Missing</Badge>,
  },
  { title: 'File', name: 'file', isSoft: true, className: table.oneLine, cell: mediaFacts },
  timeColumn('Uploaded', 'date', (item) => item.date_gmt, { orderby: 'date', place: 'half' }),
]

export const deleteFiles: BulkAction<MediaItem> = {
  label: 'Delete',
  question: 'Delete these files permanently? Files that are in use stay.',
  run: (items, rest, progress) => deleteEach(rest, { resource: library, nameOf: titleOf }, items, progress),
}

export function MediaScreen() {
  const toast = useToast()
  return (
    <ListScreen
      resource={library}
      columns={columns}
      nameOf={titleOf}
      searchLabel="Search media"
      bulkActions={[deleteFiles]}
      emptyText="Pictures and videos of posts, pages and products are kept here."
    >
      <div className={styles.upload}>
        <UploadArea
          takesVideos
          onUploaded={(item) => toast.show({ text: `${titleOf(item)} was uploaded. Open it below to describe it.` })}
        />
      </div>
    </ListScreen>
  )
}
