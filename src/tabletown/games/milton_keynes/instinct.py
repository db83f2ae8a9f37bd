"""instinct"""
