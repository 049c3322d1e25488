import { hrefs } from '../../../platform/web/routes.ts'
import { pictures, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import carousel from '../carousel.module.css'
import { CarouselViewport, MoveButton } from '../carousel.tsx'
import { defineFeature } from '../feature.ts'
import styles from './gallery-carousel.module.css'

/** Pictures of the media library in a row, each linked to its full size (SHOW-02). */
export const galleryCarousel = defineFeature({
  name: 'gallery_carousel',
  title: 'Gallery carousel',
  options: { title: text('Name of the gallery', 'Pictures'), pictures: pictures('Pictures') },
  View({ options, pictures: found, id }) {
    const shown = options.pictures.flatMap((mediaId) => found.get(mediaId) ?? [])
    return (
      <div className={carousel.wide} data-feature="gallery_carousel">
        <CarouselViewport label={options.title} className={styles.viewport}>
          <ul className={`plain-list ${styles.strip}`}>
            {shown.map((one, index) => (
              <li key={index}>
                <a href={hrefs.upload(one.path)} rel={`prettyPhoto[${id}]`}>
                  <Picture picture={one} maxWidth={275} sizes="275px" alt={one.alt || `Picture ${index + 1}`} />
                </a>
              </li>
            ))}
          </ul>
        </CarouselViewport>
        <div className={`${carousel.controls} ${styles.controls}`} data-controls="">
          <MoveButton label="Previous picture" icon="left" by={-1} />
          <MoveButton label="Next picture" icon="right" by={1} />
        </div>
      </div>
    )
  },
})
