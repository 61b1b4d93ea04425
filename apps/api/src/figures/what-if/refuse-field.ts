import { AppError } from '../../platform/errors/app-error.ts'

export function refuseField(field: string, message: string): never {
  throw new AppError('invalid_field', { field: `scenario.${field}`, message })
}
