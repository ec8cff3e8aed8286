"""HTTP and WebSocket over table/, the event store, and the built web client."""
