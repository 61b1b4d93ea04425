import { classNames } from '../class-names.ts'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  /** Round for people, square for groups. */
  shape?: 'round' | 'square'
  size?: 'medium' | 'large'
}

/** The initials of a name, beside the name itself. */
export function Avatar({ name, shape = 'round', size = 'medium' }: AvatarProps) {
  return (
    <span
      className={classNames(
        styles.avatar,
        shape === 'square' && styles.square,
        size === 'large' && styles.large,
      )}
      aria-hidden="true"
    >
      {getInitials(name)}
    </span>
  )
}

/** Two letters for Claire Laurent, claire.laurent and Aebi-Laurent, one for demo. */
export function getInitials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map(word => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
