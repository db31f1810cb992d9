import { DatabaseSync } from '@photostructure/sqlite';

/** Every row of the booking table. */
export function readBookings(file) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('SELECT * FROM reservas').all();
  } finally {
    database.close();
  }
}
