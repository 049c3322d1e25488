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
    return (
      <ul className={styles.gallery} data-columns={options.columns} aria-label={options.title || undefined}>
        {shown.map((one, index) => (
          <li key={index}>
            <a href={hrefs.upload(one.path)} rel={`prettyPhoto[${id}]`} title={one.caption || undefined}>
              <Picture
                picture={one}
                maxWidth={options.columns === '2' ? 590 : 390}
                sizes="(min-width: 960px) 33vw, 50vw"
                alt={one.alt || one.caption || `Picture ${index + 1}`}
              />
            </a>
          </li>
        ))}
      </ul>
    )
  },
})
