import type { CSSProperties } from 'react'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { Product } from '../../../../shop/catalog/product.ts'
import type { Picture as StoredPicture } from '../../../../things/media/media.table.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import { absoluteSources, pictureHref, pictureSources } from '../../../../things/media/picture-sizes.ts'
import { PlaceholderPicture } from '../../../../things/media/placeholder-picture.tsx'
import styles from './gallery.module.css'

/** Below 720 px the picture is as wide as the page, or leaves room for the thumbnails beside it (gallery.module.css). */
const sizesBeside = (pixels: number): string =>
  `(min-width: 1264px) 600px, (min-width: 960px) 52vw, (min-width: 720px) 46vw, calc(100vw - ${pixels}px)`

/** Strip and thumbnails are links, with the attributes that WooCommerce's gallery scripts read (GAL-06). */
export function Gallery({ product, shopUrl }: { product: Product; shopUrl: string }) {
  const { pictures } = product
  const [first, second] = pictures
  if (!first) return <EmptyGallery />
  const strip = (
    <div className={`woocommerce-product-gallery__wrapper ${styles.strip}`}>
      {pictures.map((picture) => (
        <GalleryPicture
          key={picture.id}
          picture={picture}
          shopUrl={shopUrl}
          sizes={sizesBeside(second ? 106 : 40)}
          transitionName={picture === first ? `product-${product.id}` : undefined}
        />
      ))}
    </div>
  )
  return (
    <div
      className={`woocommerce-product-gallery woocommerce-product-gallery--with-images woocommerce-product-gallery--columns-4 images ${styles.gallery}`}
      data-columns="4"
    >
      <div className={styles.frame}>
        {second ? (
          <div className={styles.viewport} style={ratioOf(first)} data-viewport="">
            {strip}
          </div>
        ) : (
          strip
        )}
      </div>
      <a
        className={`woocommerce-product-gallery__trigger ${styles.trigger}`}
        href={hrefs.upload(first.path)}
        role="button"
        aria-haspopup="dialog"
        aria-controls="photoswipe-fullscreen-dialog"
        aria-label="View full-screen image gallery"
        data-trigger=""
      >
        <Icon name="expand" size={22} />
      </a>
      {second && <Thumbnails pictures={pictures} />}
    </div>
  )
}

const EmptyGallery = () => (
  <div className={`woocommerce-product-gallery woocommerce-product-gallery--without-images images ${styles.gallery}`}>
    <div className={`woocommerce-product-gallery__image--placeholder ${styles.empty}`}>
      <PlaceholderPicture alt="Awaiting product image" className="wp-post-image" />
    </div>
  </div>
)

const Thumbnails = ({ pictures }: { pictures: readonly StoredPicture[] }) => (
  <ol className={styles.thumbs} aria-label="Pictures" data-thumbs="">
    {pictures.map((picture, index) => (
      <li key={picture.id}>
        <a
          href={`#picture-${picture.id}`}
          aria-label={`Picture ${index + 1} of ${pictures.length}: ${picture.alt}`}
          aria-current={index === 0 || undefined}
        >
          <Picture picture={picture} maxWidth={80} sizes="80px" alt="" />
        </a>
      </li>
    ))}
  </ol>
)

const ratioOf = ({ width, height }: StoredPicture) => ({ '--ratio': `${width} / ${height}` }) as CSSProperties

type GalleryPictureProps = {
  picture: StoredPicture
  sizes: string
  transitionName: string | undefined
  shopUrl: string
}

function GalleryPicture({ picture, sizes, transitionName, shopUrl }: GalleryPictureProps) {
  const full = hrefs.upload(picture.path)
  const isFirst = transitionName !== undefined
  return (
    <div
      id={`picture-${picture.id}`}
      className={`woocommerce-product-gallery__image ${styles.item}`}
      style={ratioOf(picture)}
      data-thumb={shopUrl + pictureHref(picture, 160)}
      data-thumb-alt={picture.alt}
      data-thumb-srcset={absoluteSources(picture, 160, shopUrl).srcSet}
      data-thumb-sizes="80px"
    >
      <a href={full} style={isFirst ? { viewTransitionName: transitionName } : undefined}>
        <img
          {...pictureSources(picture, 720)}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          title={picture.title}
          className={isFirst ? 'wp-post-image' : undefined}
          data-caption={picture.caption}
          data-src={shopUrl + full}
          data-large_image={shopUrl + full}
          data-large_image_width={picture.width}
          data-large_image_height={picture.height}
          {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
        />
      </a>
    </div>
  )
}
