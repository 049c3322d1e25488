import type { CSSProperties } from 'react'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice, pictures, text } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './gallery.module.css'

/** Pictures in a grid; the lightbox shows them as one set. */
export const gallery = defineBlock({
  name: 'gallery',
  title: 'Gallery',
  group: 'media',
  options: {
    pictures: pictures('Pictures'),
    columns: choice('Columns', ['2', '3', '4'], '3'),
    title: text('Name of the gallery', 'Pictures'),
  },
  View({ options, pictures: found, id }) {
    const shown = options.pictures.flatMap((mediaId) => found.get(mediaId) ?? [])
    if (shown.length === 0) return null
    // A row is filled, also by fewer pictures than it has room for.
    const columns = Math.min(Number(options.columns), shown.length)
    return (
      <ul
        className={styles.gallery}
        style={{ '--columns': columns } as CSSProperties}
        data-narrow={columns === 1 ? '' : undefined}
        aria-label={options.title || undefined}
      >
        {shown.map((one, index) => (
          <li key={index}>
            <a href={hrefs.upload(one.path)} rel={`prettyPhoto[${id}]`} title={one.caption || undefined}>
              <Picture
                picture={one}
                maxWidth={[720, 590][columns - 1] ?? 390}
                sizes={columns === 1 ? '(min-width: 784px) 720px, 100vw' : '(min-width: 960px) 33vw, 50vw'}
                alt={one.alt || one.caption || `Picture ${index + 1}`}
              />
            </a>
          </li>
        ))}
      </ul>
    )
  },
})
