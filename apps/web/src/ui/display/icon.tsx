import { classNames } from '../class-names.ts'
import styles from './icon.module.css'
import { type IconName, icons } from './icons.tsx'

interface IconProps {
  name: IconName
  size?: 12 | 14 | 16 | 28
  className?: string | undefined
}

/** An icon beside text. Hidden from screen readers. */
export function Icon({ name, size = 16, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, size >= 28 && styles.thin, className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {icons[name]}
    </svg>
  )
}
