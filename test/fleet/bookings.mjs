import Database from 'better-sqlite3';

/** Every row of the booking table. */
export function readBookings(file) {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare('SELECT * FROM reservas').all();
  } finally {
    database.close();
  }
}
