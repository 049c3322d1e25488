import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { address, lines, picture, text } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './map-picture.module.css'

/** A picture of a map, the address as text, and a link to a map service. Loads nothing from other servers. */
export const mapPicture = defineBlock({
  name: 'map_picture',
  title: 'Map picture',
  group: 'media',
  options: {
    picture: picture('Picture of the map'),
    title: text('Name of the place', 'Where to find us'),
    address: lines('Address', '12 Harbour Street\nHalifax, NS'),
    url: address('Address of a map'),
    label: text('Text of the link', 'Open the map'),
  },
  View({ options, pictures, edit }) {
    const map = pictures.get(options.picture)
    const hasLink = options.url !== '' && options.label !== ''
    if (!map && !hasLink && options.title === '' && options.address === '') return null
    return (
      <div className={styles.map} data-narrow="">
        {map && (
          <Picture
            picture={map}
            maxWidth={420}
            sizes="(min-width: 784px) 420px, 100vw"
            alt={map.alt || `Map: ${options.title || options.address}`}
          />
        )}
        <div>
          <OptionText className={styles.title} text={options.title} {...edit('title')} />
          <OptionText as="address" text={options.address} {...edit('address')} />
          {hasLink && (
            <p>
              <a href={options.url} {...edit('label')}>
                {options.label}
              </a>
            </p>
          )}
        </div>
      </div>
    )
  },
})
